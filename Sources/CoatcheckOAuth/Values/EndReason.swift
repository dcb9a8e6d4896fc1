// SPDX-License-Identifier: Apache-2.0

/// Why a session has ended.
public enum EndReason: String, Sendable, Hashable, CaseIterable {
  /// The user signed out here.
  case signedOut = "signed_out"
  /// The session was removed by another program, or by another part of this one.
  case signedOutElsewhere = "signed_out_elsewhere"
  /// The authorization server no longer accepts the refresh token: it was revoked, or the account is
  /// closed.
  case refused
  /// The authorization server no longer accepts the refresh token, and the announced lifetime of that
  /// token has passed.
  case refreshTokenExpired = "refresh_token_expired"
  /// The authorization server no longer accepts the refresh token. An earlier refresh was interrupted
  /// between the request and storing its response, so that the tokens of that response are lost.
  case outcomeUnknown = "outcome_unknown"
  /// A refresh brought an ID token that is not about this session: of another user, issuer or client, or forged.
  case idTokenRefused = "id_token_refused"
  /// The access token has expired, and there is no refresh token to replace it with.
  case expired
}
