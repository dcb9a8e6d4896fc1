// SPDX-License-Identifier: Apache-2.0

/// Which error responses to a refresh end a session.
public enum RefreshRefusalRule: String, Sendable, Hashable, CaseIterable {
  /// `invalid_grant` only.
  ///
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2): "The provided authorization grant
  /// […] or refresh token is invalid, expired, revoked".
  case invalidGrant = "invalid_grant"
  /// Every error response, except those about the client itself (`invalid_client`). Seen at docomo, whose
  /// documentation removes a token that could not be refreshed.
  case any

  /// Whether an error of a refresh ends the session. An unreachable or overloaded server never ends it.
  package func ends(_ error: OAuthError) -> Bool {
    guard error.outcome == .refused else { return false }
    switch self {
    case .invalidGrant: return error.code == .invalidGrant
    case .any: return error.code != .invalidClient
    }
  }
}
