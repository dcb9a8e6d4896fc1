// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

/// Requests tokens until the user has decided elsewhere: no faster than the authorization server
/// allows, slower after each failure, and until a deadline.
struct GrantPolling: Sendable {
  let runtime: ClientRuntime
  /// How long the user may take, for the authorization server and for this program.
  let limit: Duration
  /// The minimum time between two token requests.
  let interval: Duration
  /// When the waiting began, on the monotonic clock.
  let startedAt: Duration
  /// The reason of the error after the deadline.
  let unanswered: String

  /// The tokens, once the user has approved.
  ///
  /// - Throws: `accessDenied` when the user denied; `timedOut` (and `OAuthError.isUnanswered`)
  ///   when the user did not answer in time; `cancelled`; else what ends a token request.
  func grant(
    by exchange: some TokenEndpointExchange, provedBy prover: DPoPProver?
  ) async throws(OAuthError) -> TokenGrant {
    let environment = runtime.environment
    var polling = DevicePolling(interval: interval)
    var pause = polling.interval
    // The pauses are counted as well, in case the clock stands still.
    var waited: Duration = .zero
    while true {
      guard max(waited, environment.uptime() - startedAt) + pause <= limit else {
        throw .unanswered(unanswered)
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
      waited += pause
      do throws(OAuthError) {
        return try await runtime.transport.perform(
          exchange, provedBy: prover, environment: environment, clock: runtime.clock)
      } catch {
        guard !Task.isCancelled else { throw .programCancelled }
        guard let next = polling.pause(after: error) else { throw end(error) }
        if error.isTransient {
          runtime.logger.info(
            "the token request failed and is repeated",
            metadata: ["error": "\(error.code.rawValue)"])
        }
        pause = next
      }
    }
  }

  /// "The "device_code" has expired, and the device authorization session has concluded."
  private func end(_ error: OAuthError) -> OAuthError {
    guard error.outcome == .refused, error.code == .expiredToken else { return error }
    return .unanswered(unanswered)
  }
}
