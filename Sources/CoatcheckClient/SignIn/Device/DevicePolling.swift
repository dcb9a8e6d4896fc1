// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Determines when the token endpoint may be polled again.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5).
struct DevicePolling: Sendable {
  /// The minimum time between two token requests.
  private(set) var interval: Duration
  private var failures = 0

  /// The maximum pause after a failure, unless the server requires a longer one.
  private static let maximumPause: Duration = .seconds(60)

  init(interval: Duration) {
    self.interval = interval
  }

  /// The pause before the next token request; nil when the error ends the sign-in.
  mutating func pause(after error: OAuthError) -> Duration? {
    switch error.code {
    case .authorizationPending where error.outcome == .refused:
      failures = 0
    case .slowDown where error.outcome == .refused:
      failures = 0
      // "the interval MUST be increased by 5 seconds for this and all subsequent requests."
      interval += .seconds(5)
    default:
      guard error.isTransient else { return nil }
      // "On encountering a connection timeout, clients MUST unilaterally reduce their polling
      // frequency before retrying. The use of an exponential backoff algorithm to achieve this,
      // such as doubling the polling interval on each such connection timeout, is RECOMMENDED."
      failures = min(failures + 1, 16)
      let doubled = interval * (1 << failures)
      return max(interval, error.retryAfter ?? .zero, min(doubled, Self.maximumPause))
    }
    return max(interval, error.retryAfter ?? .zero)
  }
}
