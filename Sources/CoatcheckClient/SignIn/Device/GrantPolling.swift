// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

/// Asks for tokens until a person has answered elsewhere: no faster than the issuer wants, slower after each
/// failure, and not for ever.
struct GrantPolling: Sendable {
  let runtime: ClientRuntime
  /// How long the issuer waits for the person, and how long this program does.
  let limit: Duration
  /// The least time between two questions.
  let interval: Duration
  /// When the waiting began, by the clock that never jumps.
  let startedAt: Duration
  /// What nobody did in time.
  let unanswered: String

  /// The tokens, once the person has said yes.
  ///
  /// - Throws: `accessDenied` when the person said no; `timedOut` (and ``OAuthError/isUnanswered``) when
  ///   nobody answered in time; `cancelled`; else what ends a token exchange.
  func grant(
    by exchange: some TokenEndpointExchange, provedBy prover: DPoPProver?
  ) async throws(OAuthError) -> TokenGrant {
    let environment = runtime.environment
    var polling = DevicePolling(interval: interval)
    var pause = polling.interval
    // Time that was waited counts also where the clock stands still.
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
            "the question for tokens failed and is asked again",
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
