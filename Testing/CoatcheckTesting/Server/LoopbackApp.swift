// SPDX-License-Identifier: Apache-2.0
package import CoatcheckServer
package import HTTPTypes
import Logging
import Synchronization

/// An app's own server on a free loopback port: what it was sent, and what it answers.
package final class LoopbackApp: Sendable {
  /// What was sent, and what answers.
  private final class State: Sendable {
    let received = Mutex<[ServedRequest]>([])
    let answer: Mutex<Answer>
    init(_ answer: @escaping Responder) { self.answer = Mutex(Answer(respond: answer)) }
  }

  /// A function that is itself the value of a `Mutex` is wrapped once more by each access.
  private struct Answer { var respond: Responder }

  /// `http://127.0.0.1:PORT`.
  package let origin: String
  private let host: LoopbackHost
  private let state: State

  /// What it was sent, in the order in which it came.
  package var received: [ServedRequest] { state.received.withLock { $0 } }

  /// The paths of it, without their queries.
  package var paths: [String] { received.map(\.path) }

  private init(host: LoopbackHost, state: State) {
    origin = "http://127.0.0.1:\(host.port)"
    self.host = host
    self.state = state
  }

  /// Starts one, runs a test, stops it.
  ///
  /// - Parameter answer: what it answers; yes to everything unless given.
  package static func run(
    _ answer: @escaping Responder = { _ in LoopbackApp.reply(.ok) },
    _ test: (LoopbackApp) async throws -> Void
  ) async throws {
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
    try await test(LoopbackApp(host: host, state: state))
  }

  /// Answers so from now on.
  package func answer(_ responder: @escaping Responder) {
    state.answer.withLock { $0.respond = responder }
  }

  /// An empty answer.
  package static func reply(
    _ status: HTTPResponse.Status, _ fields: HTTPFields = [:]
  ) -> ServedResponse {
    ServedResponse(head: HTTPResponse(status: status, headerFields: fields))
  }
}
