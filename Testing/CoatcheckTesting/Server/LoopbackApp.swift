// SPDX-License-Identifier: Apache-2.0
package import CoatcheckServer
package import HTTPTypes
import Logging
import Synchronization

/// An app's own server on a free loopback port, which records its requests.
package final class LoopbackApp: Sendable {
  private final class State: Sendable {
    let received = Mutex<[ServedRequest]>([])
    let answer: Mutex<Answer>
    init(_ answer: @escaping Responder) { self.answer = Mutex(Answer(respond: answer)) }
  }

  /// Each access to a `Mutex` whose value is a function wraps the function once more.
  private struct Answer { var respond: Responder }

  /// `http://127.0.0.1:PORT`.
  package let origin: String
  private let host: LoopbackHost
  private let state: State

  /// The requests, in order.
  package var received: [ServedRequest] { state.received.withLock { $0 } }

  /// The paths of the requests, without their queries.
  package var paths: [String] { received.map(\.path) }

  private init(host: LoopbackHost, state: State) {
    origin = "http://127.0.0.1:\(host.port)"
    self.host = host
    self.state = state
  }

  /// Starts a server, which stops when it is released.
  ///
  /// - Parameter answer: Makes the responses; 200 by default.
  package static func start(
    _ answer: @escaping Responder = { _ in LoopbackApp.reply(.ok) }
  ) async throws -> LoopbackApp {
    let state = State(answer)
    let host = try await LoopbackHost.start(
      on: 0, limits: HTTPLimits(), clock: TestClock(),
      logger: Logger(label: "app") { _ in SwiftLogNoOpLogHandler() }
    ) { _ in
      { request in
        state.received.withLock { $0.append(request) }
        return await state.answer.withLock({ $0 }).respond(request)
      }
    }
    return LoopbackApp(host: host, state: state)
  }

  /// Replaces the responder.
  package func answer(_ responder: @escaping Responder) {
    state.answer.withLock { $0.respond = responder }
  }

  /// A response without a body.
  package static func reply(
    _ status: HTTPResponse.Status, _ fields: HTTPFields = [:]
  ) -> ServedResponse {
    ServedResponse(head: HTTPResponse(status: status, headerFields: fields))
  }
}
