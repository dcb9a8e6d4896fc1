// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// The login by password, with its limits.
extension IDaaSServer {
  /// Signs in by user name and password.
  ///
  /// An unknown user, a disabled user and a wrong password get the same response, after the same work:
  /// "The authorization server MUST protect the endpoint against brute force attacks".
  /// [RFC 6749 §4.3.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.3.2)
  ///
  /// - Throws: `passwordPolicyUnreadable`, `locked`, `wrongPassword` with the tries left, or `busy`.
  func passwordLogin(_ call: PasswordLogin, _ context: CallContext) async throws -> LoginReply {
    let policy = try await tenant.passwordPolicy()
    try await countPasswords(from: context)
    guard let name = try? UserName(call.username),
      let password = try? Password(call.password.reveal())
    else {
      // No user can have such a name or password, so the attempt is not counted.
      throw Refusal(
        .wrongPassword, String(max(0, policy.wrongTries - 1)),
        attemptsLeft: max(0, policy.wrongTries - 1))
    }
    let lock = PasswordLock(
      store: store, key: counter("password", name.text), policy: policy, now: context.now)
    let left = try await lock.count()
    let user = try await store.user(named: name)
    let isRight: Bool
    do {
      isRight = try await verifies(password, user?.passwordHash, from: context.source)
    } catch {
      // The password was not checked, so that this was no attempt.
      try await lock.returnCount()
      try await store.returnAttempt(passwordsFrom(context))
      throw error
    }
    guard isRight, let user, user.standing == .active else {
      audit(
        AuditEvent(.loginFailed, ["user": user?.id ?? "unknown", "client": context.application.id]))
      guard left > 0 else { throw try await lock.lock() }
      throw Refusal(.wrongPassword, String(left), attemptsLeft: left)
    }
    try await lock.clear()
    let stored = await store.rehashed(user, with: password, by: passwords)
    return try await enter(stored, by: ["pwd"], context)
  }

  /// Continues after the first factor: with the second one where the application requires it, else with a
  /// session.
  func enter(
    _ user: User, by methods: [String], _ context: CallContext
  ) async throws -> LoginReply {
    guard context.application.secondFactor == nil else {
      return .pending(try await beginSecondFactor(for: user, by: methods, link: nil, context))
    }
    audit(
      AuditEvent(.loginSucceeded, ["user": user.id, "client": context.application.id]))
    return .tokens(try await openSession(Admission(user, by: methods), context))
  }

  /// Limits the passwords that one network address tries, for all user names together.
  private func countPasswords(from context: CallContext) async throws {
    guard
      case .exhausted(let until) = try await store.attempt(
        passwordsFrom(context), limit: settings.passwordsPerSource, window: 3_600,
        at: context.now)
    else { return }
    audit(AuditEvent(.loginThrottled, ["from": context.source.key]))
    throw Refusal(
      .busy, detail: .rateLimited, retryAfter: Refusal.seconds(until: until, at: context.now))
  }

  /// The key of the counter of the passwords that one network address tries.
  private func passwordsFrom(_ context: CallContext) -> String {
    "idaas.password-from:" + context.source.key
  }

  /// Verifies a password. For an unknown user the hash is nil, and the check takes as long as for a wrong
  /// password.
  func verifies(
    _ password: Password, _ hash: PasswordHash?, from source: SourceAddress? = nil
  ) async throws -> Bool {
    do throws(AccountError) {
      return try await passwords.verify(password, against: hash, from: source?.key)
    } catch {
      throw Refusal(.busy)
    }
  }
}
