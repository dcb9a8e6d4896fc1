// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Logging
import Synchronization

/// A web server of a client on loopback, with documents that a test changes.
package final class DocumentHost: Sendable {
  /// The document at a path.
  package enum Document: Sendable {
    /// A body, as JSON.
    case json([UInt8])
    /// A redirect.
    case redirect(String)
    /// No response.
    case silence
  }

  private struct State {
    var documents: [String: Document] = [:]
    var asked: [String: Int] = [:]
  }

  /// `http://127.0.0.1:PORT`.
  package let url: String
  private let state: Shelf
  private let host: LoopbackHost

  private final class Shelf: Sendable {
    let state = Mutex(State())

    func take(_ path: String) -> Document? {
      state.withLock { state in
        state.asked[path, default: 0] += 1
        return state.documents[path]
      }
    }
  }

  private init(host: LoopbackHost, shelf: Shelf) {
    url = "http://127.0.0.1:\(host.port)"
    self.host = host
    state = shelf
  }

  /// Listens on a free port.
  package static func start() async throws -> DocumentHost {
    let shelf = Shelf()
    let logger = Logger(label: "documents") { _ in SwiftLogNoOpLogHandler() }
    let host = try await LoopbackHost.start(
      on: 0, limits: HTTPLimits(), clock: TestClock(), logger: logger
    ) { _ in
      { request in
        switch shelf.take(request.path) {
        case .json(let bytes):
          var head = HTTPResponse(status: .ok)
          head.headerFields[.contentType] = "application/json"
          return ServedResponse(head: head, body: Data(bytes))
        case .redirect(let location):
          var head = HTTPResponse(status: .found)
          head.headerFields[.location] = location
          return ServedResponse(head: head)
        case .silence:
          try? await RuntimeEnvironment.live.sleep(.seconds(3_600))
          return .text(.serviceUnavailable, "")
        case nil:
          return .text(.notFound, "")
        }
      }
    }
    return DocumentHost(host: host, shelf: shelf)
  }

  /// The document at a path.
  package subscript(path: String) -> Document? {
    get { state.state.withLock { $0.documents[path] } }
    set { state.state.withLock { $0.documents[path] = newValue } }
  }

  /// The number of requests to a path.
  package func count(_ path: String) -> Int { state.state.withLock { $0.asked[path] ?? 0 } }

  /// Stops listening.
  package func stop() async { await host.stop() }
}
