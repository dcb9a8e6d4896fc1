// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

extension OAuthError {
  /// The server failed; the reason is in the audit log.
  static let serverFailed = OAuthError.refused(
    .serverError, "The server failed to process the request.", status: 500)

  /// The store or the directory does not answer: try again.
  static let storeUnavailable = OAuthError(
    outcome: .refused, code: .temporarilyUnavailable, reason: "The server is not available now.",
    status: 503
  )
  .retrying(after: .seconds(1))

  /// Too many wrong attempts.
  ///
  /// "429 Too Many Requests". [RFC 6585 §4](https://www.rfc-editor.org/rfc/rfc6585#section-4)
  static func throttled(until: Date, now: Date) -> OAuthError {
    OAuthError(
      outcome: .refused, code: .temporarilyUnavailable, reason: "Too many failed attempts.",
      status: 429
    )
    .retrying(after: .seconds(max(1, until.timeIntervalSince(now).rounded(.up))))
  }
}
