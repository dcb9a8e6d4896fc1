// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// What becomes of Weibo's errors at the interface.
enum WeiboRefusals {
  /// The token or the code is not good: unknown, over, withdrawn, used.
  static let invalid = Refusal(.interfaceFailed, "weibo", detail: .socialTokenInvalid)
  /// The token is another app's, or another user's. The text is the same.
  static let mismatch = Refusal(.interfaceFailed, "weibo", detail: .socialAppMismatch)
  /// Weibo does not answer.
  static let unavailable = Refusal(.busy, detail: .socialUnavailable)
  /// Weibo does not know the app, or not like this: an operator has to change something.
  static let misconfigured = Refusal(.sourceUnknown)

  /// The numbers that say that it is the app's registration which is wrong.
  private static let configuration: Set<OAuthError.Code> = [
    .redirectURIMismatch, .invalidClient, .unauthorizedClient, .unsupportedGrantType,
    .unsupportedResponseType,
  ]

  /// What an error means for the user.
  static func refusal(_ error: OAuthError) -> Refusal {
    switch error.outcome {
    // An unreadable response says nothing about the token.
    case .unreachable, .unreadable: unavailable
    case .refused: configuration.contains(error.code) ? misconfigured : invalid
    // The address of the source is not valid.
    case .misused: misconfigured
    }
  }
}
