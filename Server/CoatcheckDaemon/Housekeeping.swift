// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Logging

/// Removes what has expired, a little at a time, and replaces signing keys when it is time.
struct Housekeeping: Sendable {
  private static let pause = Duration.seconds(300)
  private static let batch = 1000

  let store: any IssuerStore
  let keys: SigningKeys
  let environment: RuntimeEnvironment
  let logger: Logger

  /// Runs until it is cancelled.
  func run() async throws {
    while true {
      await maintainKeys()
      try await environment.sleep(Self.pause)
      await sweep()
    }
  }

  private func maintainKeys() async {
    do {
      let change = try await keys.maintain()
      guard !change.isEmpty else { return }
      logger.info(
        "the signing keys changed",
        metadata: ["made": "\(change.made)", "removed": "\(change.removed)"])
    } catch {
      logger.warning("the signing keys could not be looked after", metadata: ["error": "\(error)"])
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
