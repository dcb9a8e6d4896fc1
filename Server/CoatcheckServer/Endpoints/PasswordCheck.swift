// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// What trying a password came to.
enum PasswordOutcome {
  case right(User)
  case wrong
  case throttled(TimeInterval)
  case busy
}

/// Checks a password, counted before it is compared.
extension IdentityServer {
  /// "The authorization server MUST protect the endpoint against brute force attacks". The unknown,
  /// the disabled and the mistaken get the same answer, after the same work.
  /// [RFC 6749 §4.3.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.3.2)
  func passwordCheck(
    username: String, password: String, from source: SourceAddress
  ) async throws -> PasswordOutcome {
    guard let name = try? UserName(username), let password = try? Password(password) else {
      // Such a name or password is never valid, so the attempt is no guess.
      authorizationServer.audit(AuditEvent(.loginFailed, ["user": "malformed"]))
      return .wrong
    }
    let settings = authorizationServer.settings
    let now = authorizationServer.environment.now()
    // The address first: one that tries a password on all names cannot use up the attempts of their owners.
    let ofAddress = "login-from:\(source.key)"
    let ofName = [counter(name, source.key), counter(name, "")]
    let limits = [
      (ofAddress, settings.passwordAttemptsFromAddress),
      (ofName[0], settings.passwordAttempts), (ofName[1], settings.passwordAttemptsFromAnywhere),
    ]
    for (key, limit) in limits {
      if case .exhausted(let until) = try await authorizationServer.store.attempt(
        key, limit: limit, window: settings.attemptWindow, at: now)
      {
        authorizationServer.audit(AuditEvent(.loginThrottled, ["from": source.key]))
        return .throttled(max(1, until.timeIntervalSince(now)))
      }
    }
    let user = try await users.user(named: name)
    let isRight: Bool
    do {
      isRight = try await passwords.verify(
        password, against: user?.passwordHash, from: source.key)
    } catch {
      return .busy
    }
    guard isRight, let user, user.standing == .active else {
      authorizationServer.audit(AuditEvent(.loginFailed, ["user": user?.id ?? "unknown"]))
      return .wrong
    }
    for key in ofName { try await authorizationServer.store.clearAttempts(key) }
    // Not forgotten: a guesser with an account of their own could begin again.
    try await authorizationServer.store.returnAttempt(ofAddress)
    await rehash(password, of: user)
    authorizationServer.audit(AuditEvent(.loginSucceeded, ["user": user.id]))
    return .right(user)
  }

  /// The key of a counter. Users type passwords where a user name is asked for, so the store does not see it.
  private func counter(_ name: UserName, _ source: String) -> String {
    "login:" + Base64URL.encode(sealer.tag(of: [name.text, source], for: .counters))
  }

  /// Brings a stored hash to today's cost, now that the password is available.
  private func rehash(_ password: Password, of user: User) async {
    guard let before = user.passwordHash, before.needsRehash(to: passwords.cost),
      let after = try? await passwords.hash(password)
    else { return }
    // A sign-in does not fail because this did; the next one tries again.
    _ = try? await users.replacePasswordHash(of: user.id, expecting: before, with: after)
  }
}
