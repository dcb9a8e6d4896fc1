// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// How an attempt to ask a person ends when nobody is signed in: four ends, four codes.
///
/// | code | who ended it |
/// |---|---|
/// | `userCancelled` | the person closed the browser or the prompt |
/// | `accessDenied` | the person, or the issuer, said no on the issuer's page |
/// | `timedOut`, and ``isUnanswered`` | nobody: the person was asked and did not answer in time |
/// | `cancelled` | the program: the task was cancelled |
extension OAuthError {
  private static let person = "person"

  /// The error for a person who did not answer in time.
  package static func unanswered(_ reason: String) -> OAuthError {
    OAuthError(outcome: .unreachable, code: .timedOut, reason: reason, parameter: person)
  }

  /// Whether a person was asked and did not answer in time. A server that did not answer is another
  /// thing, though the code is the same.
  public var isUnanswered: Bool { code == .timedOut && parameter == Self.person }

  /// Whether the person ended it, in one of the two ways: by closing the browser or the prompt, or by saying
  /// no on the issuer's page. ``code`` tells which.
  public var isCancelledByUser: Bool { code == .userCancelled || code == .accessDenied }

  /// The error for a person who closed the browser or the prompt.
  package static func userCancelled(_ reason: String) -> OAuthError {
    .unreachable(.userCancelled, reason)
  }
}
