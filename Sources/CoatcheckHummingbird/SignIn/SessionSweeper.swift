// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import CoatcheckWeb
public import Logging
public import ServiceLifecycle

/// A service that removes expired sessions while the application runs:
/// `Application(router: router, services: [SessionSweeper(web)])`.
public struct SessionSweeper: Service {
  private let web: WebSignIn
  private let interval: Duration
  private let logger: Logger

  /// Creates a sweeper.
  ///
  /// - Parameters:
  ///   - web: The sign-in whose sessions are removed.
  ///   - interval: The time between two runs; 60 seconds unless given.
  ///   - logger: Logs a warning when the store cannot be used.
  public init(
    _ web: WebSignIn, every interval: Duration = .seconds(60),
    logger: Logger = Logger(label: "coatcheck.sweeper")
  ) {
    self.web = web
    self.interval = interval
    self.logger = logger
  }

  /// Removes expired sessions until the application shuts down. A failure of the store is logged, and
  /// the next run tries again.
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
