// SPDX-License-Identifier: Apache-2.0

/// Why a session is over.
public enum EndReason: String, Sendable, Hashable, CaseIterable {
  /// The user signed out here.
  case signedOut = "signed_out"
  /// The session was removed by another program, or by another part of this one.
  case signedOutElsewhere = "signed_out_elsewhere"
  /// The issuer no longer accepts the refresh token: it was revoked, or the account is closed.
  case refused
  /// The issuer no longer accepts the refresh token, whose own lifetime was over.
  case refreshTokenExpired = "refresh_token_expired"
  /// The issuer no longer accepts the refresh token: an earlier refresh was cut off between the request
  /// and storing its answer, and the issuer gives the answer no second time.
  case outcomeUnknown = "outcome_unknown"
  /// A refresh brought an ID token that is not about this session: of another user, issuer or client, or forged.
  case idTokenRefused = "id_token_refused"
  /// The access token has expired, and there is no refresh token to replace it with.
  case expired
}
