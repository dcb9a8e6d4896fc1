// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// What became of a ``CallbackConnection``.
public struct CallbackConnectionOutcome: Sendable {
  /// The head of the response; nil when absent.
  public let response: HTTPResponse?
  /// What was kept of its body.
  public let data: Data
  /// Why it failed; nil when it did not.
  public let error: OAuthError?
}

extension OAuthError.Code {
  /// A service answered with the status of an error, and no name for it.
  public static let statusRefused = Self(rawValue: "status_refused")
}

extension HTTPResponse {
  /// The error that the status means; nil when it means none.
  var statusError: OAuthError? {
    guard status.code >= 400 else { return nil }
    if let refusal = BearerChallenge.refusal(in: self, from: "The service") { return refusal }
    return status.code >= 500
      ? .unreachable(
        .serverUnavailable, "The service is unavailable.", status: status.code)
      : .refused(.statusRefused, "The service refused the request.", status: status.code)
  }
}
