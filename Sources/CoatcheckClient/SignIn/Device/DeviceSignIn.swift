// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging

/// One sign-in that waits for a person at another device.
public struct DeviceSignIn: Sendable {
  /// What to show to the person.
  public let authorization: DeviceAuthorization

  let flow: DeviceFlow
  let scopes: [Scope]
  /// When the codes were received, by the clock that never jumps.
  let startedAt: Duration

  /// Asks the issuer until the person has answered, and verifies the ID token.
  ///
  /// Questions come no faster than the issuer wants, and slower after each failure. Cancelling the task
  /// ends the waiting at once.
  ///
  /// - Parameter name: What to call the session; without it, the person's subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `accessDenied` when the person said no; `timedOut` (and ``OAuthError/isUnanswered``) when
  ///   the code or the flow's deadline ended before the person answered; `cancelled`; `unreadable` for
  ///   tokens that must not be believed. Another sign-in can begin.
  public func finish(storedAs name: String? = nil) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try flow.metadata.requiredTokenEndpoint
    let grant = try await grant(
      DeviceTokenExchange(
        deviceCode: authorization.deviceCode, client: flow.client, tokenEndpoint: tokenEndpoint))
    var session = try await flow.granted.session(
      of: grant, asked: GrantedSession.Asked(scopes: scopes), storedAs: name)
    session.browserSession = .elsewhere
    flow.logger.debug("sign-in is complete", metadata: ["issuer": "\(flow.metadata.issuer)"])
    return session
  }

  private func grant(_ exchange: DeviceTokenExchange) async throws(OAuthError) -> TokenGrant {
    let environment = flow.environment
    let limit = min(authorization.lifetime, flow.deadline)
    var polling = DevicePolling(interval: authorization.interval)
    var pause = polling.interval
    // Time that was waited counts also where the clock stands still.
    var waited: Duration = .zero
    while true {
      guard max(waited, environment.uptime() - startedAt) + pause <= limit else {
        throw .unanswered("Nobody entered the code in time.")
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
      waited += pause
      do throws(OAuthError) {
        return try await flow.transport.perform(
          exchange, environment: environment, clock: flow.clock)
      } catch {
        guard !Task.isCancelled else { throw .programCancelled }
        guard let next = polling.pause(after: error) else { throw Self.end(error) }
        if error.isTransient {
          flow.logger.info(
            "the question for tokens failed and is asked again",
            metadata: ["error": "\(error.code.rawValue)"])
        }
        pause = next
      }
    }
  }

  /// "The "device_code" has expired, and the device authorization session has concluded."
  private static func end(_ error: OAuthError) -> OAuthError {
    guard error.outcome == .refused, error.code == .expiredToken else { return error }
    return .unanswered("Nobody entered the code in time.")
  }
}
