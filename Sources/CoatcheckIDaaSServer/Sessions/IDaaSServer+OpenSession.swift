// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

extension IDaaSServer {
  /// Opens a session: a session token, and an ID token.
  ///
  /// - Parameters:
  ///   - methods: how the person proved who they are: `weibo`, `sms`, `pwd`.
  ///   - link: the link that was signed in with; nil for other ways in.
  ///   - created: whether the user was made by this login.
  /// - Throws: `userUnknown` for a user who may not sign in.
  func openSession(
    for user: User, by methods: [String], link: SocialLink?, created: Bool = false,
    _ context: CallContext
  ) async throws -> LoginTokens {
    // Whoever calls has looked before; a disabled user gets no session whatever was forgotten.
    guard user.standing == .active else { throw Refusal(.userUnknown, detail: .userLocked) }
    let now = context.now
    let family = RefreshFamily(
      id: environment.token(bytes: 16), clientID: context.application.id, userID: user.id,
      scopes: [], createdAt: now,
      absoluteExpiry: now.addingTimeInterval(settings.sessionAbsolute), authTime: now, nonce: nil)
    let session = SocialSession(
      familyID: family.id, userID: user.id, device: context.caller.device, methods: methods,
      linkID: link?.id)
    let next = SessionToken(in: family, idle: settings.sessionIdle, at: now, environment)
    // Before the session is kept: what can't be signed must not leave a session behind.
    let idToken = try await mint(IDTokenContent(session, of: family, for: user, at: now))
    try await store.open(session, family: family, first: next.record)
    audit(
      AuditEvent(
        .tokensIssued,
        [
          "client": family.clientID, "grant": methods.joined(separator: "+"), "user": user.id,
          "family": family.id,
        ]))
    return LoginTokens(
      sessionToken: next.token.secret, idToken: idToken.token,
      // In a login `expire` is the session's life, in a refresh the ID token's.
      expire: next.record.expiresAt.seconds(after: now), created: created)
  }
}
