// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// When the next question for tokens may be asked.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5).
struct DevicePolling: Sendable {
  /// The least time between two questions.
  private(set) var interval: Duration
  private var failures = 0

  /// The longest pause after a failure, unless the server requires a longer one.
  private static let maximumPause: Duration = .seconds(60)

  init(interval: Duration) {
    self.interval = interval
  }

  /// The pause after an answer that means: not yet; nil when the answer ends the waiting.
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
