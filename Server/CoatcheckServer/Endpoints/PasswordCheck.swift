// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The result of a password check.
enum PasswordOutcome {
  case right(User)
  case wrong
  case throttled(TimeInterval)
  case busy
}

/// The password check, with limits for attempts.
extension IdentityServer {
  /// Checks a password. The attempt is counted before the password is compared.
  ///
  /// "The authorization server MUST protect the endpoint against brute force attacks". An unknown user, a
  /// disabled user and a wrong password have the same result after the same work. [RFC 6749
  /// §4.3.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.3.2)
  func passwordCheck(
    username: String, password: String, from source: SourceAddress
  ) async throws -> PasswordOutcome {
    guard let name = try? UserName(username), let password = try? Password(password) else {
      // A malformed name or password is never valid, so that the attempt is not counted.
      authorizationServer.audit(AuditEvent(.loginFailed, ["user": "malformed"]))
      return .wrong
    }
    let settings = authorizationServer.settings
    let now = authorizationServer.environment.now()
    // The address is counted first, so that an attacker who tries one password on all names does not use up
    // the attempts of their users.
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
      // The password was not checked, so that this was no attempt.
      for (key, _) in limits { try await authorizationServer.store.returnAttempt(key) }
      return .busy
    }
    guard isRight, let user, user.standing == .active else {
      authorizationServer.audit(AuditEvent(.loginFailed, ["user": user?.id ?? "unknown"]))
      return .wrong
    }
    for key in ofName { try await authorizationServer.store.clearAttempts(key) }
    // Only this attempt is taken back. If all were, an attacker could reset the count by signing in to an
    // own account.
    try await authorizationServer.store.returnAttempt(ofAddress)
    let stored = await users.rehashed(user, with: password, by: passwords)
    authorizationServer.audit(AuditEvent(.loginSucceeded, ["user": user.id]))
    return .right(stored)
  }

  /// Whether a password that was right is right now.
  ///
  /// A change of the password, or a disabled account, ends the sessions that are stored. A session that is stored
  /// after that does not end, so that this is asked after a session was stored.
  func isStillRight(
    _ password: String, of user: User, from source: SourceAddress
  ) async throws -> Bool {
    guard let stored = try await users.user(id: user.id), stored.standing == .active else {
      return false
    }
    guard stored.passwordHash != user.passwordHash else { return true }
    // Another sign-in may have hashed the same password again.
    return try await passwords.verify(
      Password(password), against: stored.passwordHash, from: source.key)
  }

  /// The key of a counter: a tag, because users sometimes type a password into the field for the user name.
  private func counter(_ name: UserName, _ source: String) -> String {
    "login:" + Base64URL.encode(sealer.tag(of: [name.text, source], for: .counters))
  }
}
