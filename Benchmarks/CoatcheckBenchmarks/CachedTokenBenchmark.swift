// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Synchronization

/// `Session.accessToken()` with a token that is good, beside the least any thread-safe cache does:
/// copying a value out of a Mutex inside an async function.
enum CachedTokenBenchmark {
  static let calls = 1_000_000

  static func run(rounds: Int) async throws {
    let stored = try SampleSession.make(receivedAt: Environment.live.now())
    let session = Session(
      stored, store: MemoryTokenStore([stored]), transport: Unplugged(), environment: .live)
    let guarded = Guarded(stored.accessToken)
    for tasks in [1, 1000] {
      print("cached token, \(tasks) task(s) (wall time / calls, \(rounds) interleaved rounds)")
      var ours = Measurement("Session.accessToken()")
      var least = Measurement("Mutex-guarded value")
      for _ in 0..<rounds {
        ours.add(try await nanoseconds(tasks) { _ = try await session.accessToken() })
        least.add(try await nanoseconds(tasks) { _ = try await guarded.accessToken() })
      }
      print(ours.line)
      print(least.line)
      print(ratio(ours, to: least, wanted: "at most 2"))
    }
  }

  private static func nanoseconds(
    _ tasks: Int, _ call: @escaping @Sendable () async throws -> Void
  ) async throws -> Double {
    let share = calls / tasks
    let start = wallTime()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { for _ in 0..<share { try await call() } }
      }
      try await group.waitForAll()
    }
    return (wallTime() - start) / Double(share * tasks) * 1e9
  }
}

/// The yardstick.
private final class Guarded: Sendable {
  private let token: Mutex<Secret>

  init(_ token: Secret) { self.token = Mutex(token) }

  @inline(never)
  func accessToken() async throws -> Secret { token.withLock { $0 } }
}

/// Proves that a cached token needs no network.
private struct Unplugged: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    throw .unreachable(.connectionFailed, "the benchmark has no network")
  }
}
