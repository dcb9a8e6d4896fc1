// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Synchronization

/// `Session.accessToken()` with a valid token, compared with the minimum of any thread-safe cache, a copy
/// of a value out of a Mutex inside an async function, and with golang.org/x/oauth2.
enum CachedTokenBenchmark {
  static let calls = 1_000_000

  /// - Parameter peer: The built program of `Benchmarks/peers/go/cached-token`; nil to measure without it.
  static func run(rounds: Int, peer: String?) async throws {
    let stored = try SampleSession.make(receivedAt: RuntimeEnvironment.live.now())
    let session = Session(
      stored, store: MemoryTokenStore([stored]), transport: Unplugged(), environment: .live)
    let guarded = Guarded(stored.accessToken)
    for tasks in [1, 1000] {
      print("cached token, \(tasks) task(s) (wall time / calls, \(rounds) interleaved rounds)")
      var ours = Measurement("Session.accessToken()")
      var least = Measurement("Mutex-guarded value")
      var go = Measurement("x/oauth2 ReuseTokenSource.Token(), Go")
      for _ in 0..<rounds {
        ours.add(
          try await nanoseconds(tasks) { for _ in 0..<$0 { _ = try await session.accessToken() } })
        least.add(
          try await nanoseconds(tasks) { for _ in 0..<$0 { _ = try await guarded.accessToken() } })
        if let peer { go.add(try nanoseconds(of: peer, tasks)) }
      }
      print(ours.line)
      print(least.line)
      print(ratio(ours, to: least, wanted: "at most 2"))
      guard peer != nil else { continue }
      print(go.line)
      print(ratio(ours, to: go, wanted: "at most 1"))
    }
  }

  /// - Parameter calls: Makes `count` calls. It contains the loop: a closure for each call would be
  ///   measured as well.
  private static func nanoseconds(
    _ tasks: Int, _ calls: @escaping @Sendable (_ count: Int) async throws -> Void
  ) async throws -> Double {
    let share = Self.calls / tasks
    let start = wallTime()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { try await calls(share) }
      }
      try await group.waitForAll()
    }
    return (wallTime() - start) / Double(share * tasks) * 1e9
  }
}

extension CachedTokenBenchmark {
  /// The time that the peer measures itself: without its start, and after a first round that is not
  /// counted.
  private static func nanoseconds(of peer: String, _ tasks: Int) throws -> Double {
    let text = try Child.output(of: [peer, "\(tasks)", "\(Self.calls)"])
    guard let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(text: "\(peer) printed no number: \(text)")
    }
    return number
  }
}

/// The minimal cache of the comparison: a token in a Mutex.
private final class Guarded: Sendable {
  private let token: Mutex<Secret>

  init(_ token: Secret) { self.token = Mutex(token) }

  @inline(never)
  func accessToken() async throws -> Secret { token.withLock { $0 } }
}

/// A transport that fails: a cached token needs no network.
private struct Unplugged: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    throw .unreachable(.connectionFailed, "the benchmark has no network")
  }
}
