// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// The result of a ``CallbackConnection``.
public struct CallbackConnectionOutcome: Sendable {
  /// The head of the response; nil when there is no response.
  public let response: HTTPResponse?
  /// The body of the response, or its part that arrived; empty if the options do not keep it.
  public let data: Data
  /// The error; nil when the connection succeeded.
  public let error: OAuthError?
}

extension OAuthError.Code {
  /// The status of a response is an error from 400 to 499, and the response has no error code.
  public static let statusRefused = Self(rawValue: "status_refused")
}

extension HTTPResponse {
  /// The error for a status from 400 on; nil for any other status.
  var statusError: OAuthError? {
    guard status.code >= 400 else { return nil }
    if let refusal = BearerChallenge.refusal(in: self, from: "The service") { return refusal }
    return status.code >= 500
      ? .unreachable(
        .serverUnavailable, "The service is unavailable.", status: status.code)
      : .refused(.statusRefused, "The service refused the request.", status: status.code)
  }
}
