// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A stand-in whose network can be cut and restored.
protocol Peer: Sendable {
  var url: String { get }
  /// The statuses of all responses of its token endpoint.
  var tokenAnswers: [Int] { get }
  func cut() async
  func restore() async throws
}

final class StandInPeer<Service: StandInService>: Peer {
  let url: String
  private let tokenPath: String
  private let current: Mutex<StandIn<Service>>

  init(_ service: Service, tokenPath: String, clock: TestClock) async throws {
    let standIn = try await StandIn.start(service, clock: clock)
    url = standIn.url
    self.tokenPath = tokenPath
    current = Mutex(standIn)
  }

  private var standIn: StandIn<Service> { current.withLock { $0 } }

  var tokenAnswers: [Int] {
    standIn.requests.all.filter { $0.path == tokenPath }.map(\.status)
  }

  func cut() async { await standIn.stop() }

  func restore() async throws {
    let next = try await standIn.restarted()
    current.withLock { $0 = next }
  }
}
