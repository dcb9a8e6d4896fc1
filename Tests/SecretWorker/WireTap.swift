// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import Foundation
import HTTPTypes
import Synchronization

/// A transport that marks every secret that it sends or receives, and spoils one response if configured.
final class WireTap: HTTPTransport {
  private let base: any HTTPTransport
  private let marks: Marks
  private let spoiling: (number: Int, way: Spoiling)?
  private let answered: Answered

  /// The number of responses, over all networks of one run.
  private final class Answered: Sendable {
    let count = Mutex(0)
  }

  /// The number of responses.
  var count: Int { answered.count.withLock { $0 } }

  init(_ base: any HTTPTransport, _ marks: Marks, spoiling: (number: Int, way: Spoiling)? = nil) {
    self.base = base
    self.marks = marks
    self.spoiling = spoiling
    answered = Answered()
  }

  private init(_ base: any HTTPTransport, of tap: WireTap) {
    self.base = base
    marks = tap.marks
    spoiling = tap.spoiling
    answered = tap.answered
  }

  /// The same tap on another network.
  func over(_ base: any HTTPTransport) -> WireTap { WireTap(base, of: self) }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    WireSecrets.mark(request, body, marks)
    let answer = try await base.send(request, body: body, limit: limit)
    WireSecrets.mark(answer.head, answer.body, marks)
    let number = answered.count.withLock { count in
      defer { count += 1 }
      return count
    }
    guard let spoiling, spoiling.number == number else { return answer }
    return try spoiling.way.spoil(answer)
  }
}

/// The state of the network is large and not part of the library, so it is not dumped with every client.
extension WireTap: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: []) }
}
