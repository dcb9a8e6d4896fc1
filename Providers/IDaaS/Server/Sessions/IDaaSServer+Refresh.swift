// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The reply of a refresh.
struct RefreshedSession {
  let idToken: MintedIDToken
  let sessionToken: Secret
  /// The lifetime of the session without another refresh, in seconds.
  let sessionExpire: Int
}

extension IDaaSServer {
  /// Exchanges a session token for its successor and an ID token.
  ///
  /// Within a window, a used token gets the same successor again, for a lost response, until the
  /// successor is used. Any other reuse is treated as theft and ends the session: "one of them will
  /// present an invalidated refresh token, which will inform the authorization server of the breach."
  /// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
  func refresh(
    _ presented: Secret, audience: String?, _ context: CallContext
  ) async throws -> RefreshedSession {
    let alive = try await session(by: presented, context)
    if let audience, audience != alive.family.clientID {
      throw Refusal(.parameterValue, "audience")
    }
    let next = SessionToken(
      in: alive.family, idle: settings.sessionIdle, at: context.now, environment)
    let rotated = try await rotate(presented, of: alive, to: next, context)
    let idToken = try await mint(
      IDTokenContent(alive.session, of: alive.family, for: alive.user, at: context.now))
    return RefreshedSession(
      idToken: idToken, sessionToken: rotated.token,
      sessionExpire: rotated.expiresAt.seconds(after: context.now))
  }

  /// The session of a token, after checking its client, its device and that the user may still sign in.
  private func session(
    by presented: Secret, _ context: CallContext
  ) async throws -> SignedIn {
    guard let token = OpaqueToken(presented, as: .session) else {
      throw Refusal(.parameterValue, "session-token", detail: .badFormat)
    }
    guard let (_, family) = try await store.refresh(token.digest) else { throw Self.sessionOver }
    // The session is not ended, so that a client cannot end that of another.
    guard family.clientID == context.application.id else {
      throw Refusal(.parameterValue, "session-token", detail: .unknownClient)
    }
    let alive = try await signedIn(family, context)
    guard alive.session.device == context.caller.device else {
      // The token is on two devices, so one of them has stolen it.
      try await endReused(family, reason: "other_device", context)
      throw Self.sessionReused
    }
    return alive
  }

  private func rotate(
    _ presented: Secret, of alive: SignedIn, to next: SessionToken, _ context: CallContext
  ) async throws -> (token: Secret, expiresAt: Date) {
    let sealed = try Successor.seal(next.token.secret, under: presented, environment: environment)
    switch try await store.rotate(
      TokenDigest(of: presented), by: context.application.id, to: next.record, sealed: sealed,
      grace: settings.replayWindow, at: context.now)
    {
    case .rotated:
      return (next.token.secret, next.record.expiresAt)
    case .repeated(_, let sealed):
      guard let successor = Successor.open(sealed, under: presented),
        let (record, _) = try await store.refresh(TokenDigest(of: successor))
      else {
        throw OAuthError.misused("store", "The successor of a session token cannot be opened.")
      }
      return (successor, record.expiresAt)
    case .reused(let family):
      audit(
        AuditEvent(.refreshReuse, ["client": family.clientID, "family": family.id]))
      throw Self.sessionReused
    case .expired, .revoked, .unknown:
      throw Self.sessionOver
    case .wrongClient:
      throw Refusal(.parameterValue, "session-token", detail: .unknownClient)
    }
  }

  private func endReused(
    _ family: RefreshFamily, reason: String, _ context: CallContext
  ) async throws {
    _ = try await store.revokeFamily(family.id, reason: reason, at: context.now)
    audit(
      AuditEvent(
        .refreshReuse, ["client": family.clientID, "family": family.id, "reason": reason]))
  }

  /// The session has ended: sign in again.
  static let sessionOver = Refusal(.expired, "session_token", detail: .sessionExpired)
  private static let sessionReused = Refusal(.expired, "session_token", detail: .sessionReused)
}
