// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How an attempt to ask the user ends without a session: four ends, four codes.
///
/// | code | who ended it |
/// |---|---|
/// | `userCancelled` | the user closed the browser or the prompt |
/// | `accessDenied` | the user denied, or the authorization server refused |
/// | `timedOut`, and ``isUnanswered`` | the user was asked and did not answer in time |
/// | `cancelled` | the program: the task was cancelled |
extension OAuthError {
  private static let user = "user"

  /// The error for a user who did not answer in time.
  package static func unanswered(_ reason: String) -> OAuthError {
    OAuthError(outcome: .unreachable, code: .timedOut, reason: reason, parameter: user)
  }

  /// Whether the user was asked and did not answer in time. The code `timedOut` alone also means a
  /// server that did not answer.
  public var isUnanswered: Bool { code == .timedOut && parameter == Self.user }

  /// Whether the user ended the sign-in: by closing the browser or the prompt, or by denying on the
  /// page of the authorization server. `code` tells which.
  public var isCancelledByUser: Bool { code == .userCancelled || code == .accessDenied }

  /// The error for a user who closed the browser or the prompt.
  package static func userCancelled(_ reason: String) -> OAuthError {
    .unreachable(.userCancelled, reason)
  }
}
