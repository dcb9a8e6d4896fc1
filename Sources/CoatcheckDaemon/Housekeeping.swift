// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Logging

/// Removes what has expired, a little at a time.
struct Housekeeping: Sendable {
  private static let pause = Duration.seconds(300)
  private static let batch = 1000

  let store: any IssuerStore
  let environment: CoatcheckOAuth.Environment
  let logger: Logger

  /// Runs until it is cancelled.
  func run() async throws {
    while true {
      try await environment.sleep(Self.pause)
      await sweep()
    }
  }

  private func sweep() async {
    do {
      while case .removed(let count) = try await store.sweep(
        limit: Self.batch, at: environment.now())
      {
        guard count == Self.batch else { return }
      }
      logger.warning("the clock jumped: nothing was swept")
    } catch {
      logger.warning("sweeping failed", metadata: ["error": "\(error)"])
    }
  }
}
