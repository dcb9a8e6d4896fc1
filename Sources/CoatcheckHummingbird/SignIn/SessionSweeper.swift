// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import CoatcheckWeb
public import Logging
public import ServiceLifecycle

/// Removes ended sessions while the application runs: `Application(router: router, services: [SessionSweeper(web)])`.
public struct SessionSweeper: Service {
  private let web: WebSignIn
  private let interval: Duration
  private let logger: Logger

  /// A sweeper.
  ///
  /// - Parameters:
  ///   - web: The sign-in.
  ///   - interval: How long it waits between two times.
  ///   - logger: Where it says that the store does not answer.
  public init(
    _ web: WebSignIn, every interval: Duration = .seconds(60),
    logger: Logger = Logger(label: "coatcheck.sweeper")
  ) {
    self.web = web
    self.interval = interval
    self.logger = logger
  }

  /// Sweeps until the application shuts down.
  public func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do throws(OAuthError) {
          while try await web.sweep(limit: 1000) == 1000 {}
        } catch {
          logger.warning("ended sessions are not removed", metadata: ["error": "\(error)"])
        }
        try await Task.sleep(for: interval)
      }
    }
  }
}
