// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import CoreMetrics

/// The metrics of a client's sessions. No label names a user.
///
/// | name | kind | counts |
/// |---|---|---|
/// | `coatcheck_tokens_used` | counter | access tokens handed out |
/// | `coatcheck_refreshes` | counter | tokens replaced by this program |
/// | `coatcheck_refreshes_adopted` | counter | tokens found to be replaced by another program |
/// | `coatcheck_refreshes_failed` | counter | refreshes that brought none, by `class` |
/// | `coatcheck_refreshes_retried` | counter | requests sent again after trouble |
/// | `coatcheck_requests_retried` | counter | calls of an API sent again with a new token |
/// | `coatcheck_refresh_duration` | timer | a refresh, from wanting the lock to having stored the tokens |
///
/// All carry `issuer` and `client_id`.
public struct SessionMetrics: Sendable {
  private let used: Counter
  private let refreshed: Counter
  private let adopted: Counter
  private let refreshRetried: Counter
  private let requestRetried: Counter
  private let duration: CoreMetrics.Timer
  private let dimensions: [(String, String)]
  private let factory: any MetricsFactory

  /// Creates the metrics of a client's sessions.
  ///
  /// - Parameters:
  ///   - issuer: The value of the label `issuer`.
  ///   - clientID: The value of the label `client_id`.
  ///   - factory: Creates the metrics; nil for the factory of the program (`MetricsSystem.factory`).
  public init(issuer: String, clientID: String, factory: (any MetricsFactory)? = nil) {
    let factory = factory ?? MetricsSystem.factory
    let dimensions = [("issuer", issuer), ("client_id", clientID)]
    func counter(_ name: String) -> Counter {
      Counter(label: "coatcheck_" + name, dimensions: dimensions, factory: factory)
    }
    used = counter("tokens_used")
    refreshed = counter("refreshes")
    adopted = counter("refreshes_adopted")
    refreshRetried = counter("refreshes_retried")
    requestRetried = counter("requests_retried")
    duration = CoreMetrics.Timer(
      label: "coatcheck_refresh_duration", dimensions: dimensions, factory: factory)
    self.dimensions = dimensions
    self.factory = factory
  }

  func countUse() { used.increment() }
  func countRefresh() { refreshed.increment() }
  func countAdoption() { adopted.increment() }
  func countRefreshRetry() { refreshRetried.increment() }
  func countRequestRetry() { requestRetried.increment() }

  /// Notes how long a refresh took.
  func record(_ time: Duration) {
    let parts = time.components
    duration.recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }

  /// Counts a refresh that brought no tokens.
  func countFailure(_ error: OAuthError) {
    Counter(
      label: "coatcheck_refreshes_failed",
      dimensions: dimensions + [("class", error.errorClass.name)], factory: factory
    ).increment()
  }
}
