// SPDX-License-Identifier: Apache-2.0
import CMalloc
import CoatcheckIssuer
import CoatcheckOAuth
import Logging

/// Removes what has expired, a little at a time, replaces signing keys when it is time, and returns memory.
struct Housekeeping: Sendable {
  private static let pause = Duration.seconds(30)
  /// The number of pauses between two checks of the keys and the store.
  private static let rounds = 10
  private static let batch = 1000

  let store: any IssuerStore
  let keys: SigningKeys
  let environment: RuntimeEnvironment
  let logger: Logger

  /// Runs until it is cancelled.
  func run() async throws {
    while true {
      await maintainKeys()
      for _ in 0..<Self.rounds {
        try await environment.sleep(Self.pause)
        returnMemory()
      }
      await sweep()
    }
  }

  /// Returns free memory to the system: after a peak of connections, glibc keeps the free memory below the
  /// last block in use.
  private func returnMemory() {
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
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
