// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// The error responses of the interface for errors of Weibo.
enum WeiboRefusals {
  /// The token or the code is invalid: unknown, expired, revoked or used.
  static let invalid = Refusal(.interfaceFailed, "weibo", detail: .socialTokenInvalid)
  /// The token is of another app or another user. The text is the same as for an invalid token.
  static let mismatch = Refusal(.interfaceFailed, "weibo", detail: .socialAppMismatch)
  /// Weibo does not respond.
  static let unavailable = Refusal(.busy, detail: .socialUnavailable)
  /// Weibo refuses the app or its registration: the operator has to correct the configuration.
  static let misconfigured = Refusal(.sourceUnknown)

  /// The error codes for a wrong registration of the app.
  private static let configuration: Set<OAuthError.Code> = [
    .redirectURIMismatch, .invalidClient, .unauthorizedClient, .unsupportedGrantType,
    .unsupportedResponseType,
  ]

  /// The error response for an error of Weibo.
  static func refusal(_ error: OAuthError) -> Refusal {
    switch error.outcome {
    // An unreadable response says nothing about the token.
    case .unreachable, .unreadable: unavailable
    case .refused: configuration.contains(error.code) ? misconfigured : invalid
    // The configured address of Weibo is invalid.
    case .misused: misconfigured
    }
  }
}
