// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

extension IDaaSServer {
  /// Opens a session: a session token, and an ID token.
  ///
  /// - Throws: `userUnknown` for a user who may not sign in; `busy` with `rate_limited` when the admission's
  ///   limit is passed.
  func openSession(_ admission: Admission, _ context: CallContext) async throws -> LoginTokens {
    let user = admission.user
    // Checked again here, so that a disabled user gets no session even if a caller did not check.
    guard user.standing == .active else { throw Refusal(.userUnknown, detail: .userLocked) }
    let now = context.now
    let family = RefreshFamily(
      id: environment.identifier(), clientID: context.application.id, userID: user.id,
      scopes: [], createdAt: now,
      absoluteExpiry: now.addingTimeInterval(settings.sessionAbsolute), authTime: now, nonce: nil)
    let session = SocialSession(
      familyID: family.id, userID: user.id, device: context.caller.device,
      methods: admission.methods, linkID: admission.link?.id)
    let next = SessionToken(in: family, idle: settings.sessionIdle, at: now, environment)
    // Signed before the session is stored: when signing fails, no session is left.
    let idToken = try await mint(
      IDTokenContent(session, of: family, for: user, with: admission.contacts, at: now))
    let attempt = try await store.open(
      session, family: family, first: next.record, within: admission.limit)
    if case .exhausted(let until) = attempt {
      throw throttled(admission.methods.first ?? "", until: until, context)
    }
    try await checkPassword(of: admission, family, at: now)
    audit(
      AuditEvent(
        .tokensIssued,
        [
          "client": family.clientID, "grant": admission.methods.joined(separator: "+"),
          "user": user.id, "family": family.id,
        ]))
    return LoginTokens(
      sessionToken: next.token.secret, idToken: idToken.token,
      // In a login `expire` is the lifetime of the session, in a refresh that of the ID token.
      expire: next.record.expiresAt.seconds(after: now), created: admission.created)
  }

  /// Ends a session that was just stored for a password which is no longer the user's. A change of the password ends
  /// only the sessions that were stored before it.
  ///
  /// - Throws: `busy`.
  private func checkPassword(
    of admission: Admission, _ family: RefreshFamily, at now: Date
  ) async throws {
    guard admission.methods.contains("pwd"),
      try await store.user(id: admission.user.id)?.passwordHash != admission.user.passwordHash
    else { return }
    _ = try await store.revokeFamily(family.id, reason: "password_changed", at: now)
    // The same password may have been hashed again by another login: the caller tries again.
    throw Refusal(.busy)
  }
}
