// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The change of a password.
extension IDaaSServer {
  /// Sets a password, with a code to the user's phone: after the password was forgotten
  /// (`FORGET_PWD_SMS`), or for a user who is signed in (`UPDATE_PWD_SMS`). Every session of the user
  /// ends, and a lock of the password is removed.
  ///
  /// - Throws: `passwordPolicyUnreadable`; what ``PasswordRules`` throws; `passwordUsedBefore`; `userUnknown` after
  ///   the code was right, when no user has the number; what ``tryCode(_:for:type:scope:_:)`` throws.
  func updatePassword(_ call: UpdatePassword, _ context: CallContext) async throws -> EmptyReply {
    let rules = PasswordRules(policy: try await tenant.passwordPolicy())
    let text = call.password.reveal()
    try rules.check(text)
    let contact = try await destination(of: .mobile(call.mobile), context).contact
    // The number of this call is user data too, and is known before the user is.
    guard !UserFragments.fragments(of: contact).contains(where: text.contains) else {
      throw Refusal(.passwordContainsUserData)
    }
    guard let password = try? Password(text) else {
      throw Refusal(.parameterFormat, "password", detail: .badFormat)
    }
    let user = try await provedOwner(of: contact, call.code, context)
    try await rules.check(
      text, of: UserFragments(of: user, contacts: store.contacts(of: user.id)))
    try await checkUnused(password, by: user, history: rules.policy.history)
    let hash = try await hashed(password)
    // No session is kept.
    guard
      try await store.changePassword(
        of: user.id, to: hash, verified: nil, history: rules.policy.history, keeping: .none,
        at: context.now) != nil
    else { throw Self.userGone }
    try await PasswordLock(
      store: store, key: counter("password", user.name.text), policy: rules.policy,
      now: context.now
    ).clear()
    audit(AuditEvent(.passwordChanged, ["user": user.id, "client": context.application.id]))
    return EmptyReply()
  }

  /// Checks the code and returns the owner of the phone.
  private func provedOwner(
    of contact: Contact, _ code: Secret, _ context: CallContext
  ) async throws -> User {
    let owner = try await store.user(with: contact)
    do {
      try await tryCode(
        code.reveal(), for: contact, type: .forgottenPassword,
        scope: .client(context.application.id), context)
    } catch let refusal as Refusal where refusal.code == .expired {
      // No code was sent for a forgotten password: one for a change is tried.
      try await tryCode(
        code.reveal(), for: contact, type: .updatePassword, scope: .user(owner?.id ?? ""), context)
    }
    guard let owner, owner.standing == .active else { throw Self.userGone }
    // A dormant account gets the response of an unknown number: the number may have a new owner.
    guard try await !isDormant(owner, context) else {
      audit(AuditEvent(.loginFailed, ["user": owner.id, "reason": "dormant"]))
      throw Self.userGone
    }
    return owner
  }

  /// - Throws: `passwordUsedBefore` when it is the user's password, or was one of the last ones.
  private func checkUnused(_ password: Password, by user: User, history: Int) async throws {
    let before = try await store.passwordHistory(of: user.id).prefix(max(history, 0))
    for hash in [user.passwordHash].compactMap(\.self) + before {
      guard try await !verifies(password, hash) else { throw Refusal(.passwordUsedBefore) }
    }
  }

  private func hashed(_ password: Password) async throws -> PasswordHash {
    do throws(AccountError) {
      return try await passwords.hash(password)
    } catch {
      throw Refusal(.busy)
    }
  }
}
