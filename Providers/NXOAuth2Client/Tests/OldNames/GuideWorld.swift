// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2ClientOldNames
import CoatcheckNXOAuth2ClientTesting
import TestKit

/// The service of the old guide: `https://myHost`, where a stand-in answers.
@MainActor
struct GuideWorld {
  let standIn: StandIn<NXService>
  let store = MemoryTokenStore()
  let log = CapturedLog()
  /// The trust rules of the transports that the old classes requested.
  let trust = Mutexed<[TrustRules]>([])

  init(_ manner: NXBehaviour = NXBehaviour()) async throws {
    let secret = "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX"
    standIn = try await StandIn.start(
      NXService(clients: [secret: Secret(secret)], manner: manner))
  }

  /// The surroundings of the old classes: the store, the transport, the clock and the log of the test.
  var surroundings: NXOAuth2Surroundings {
    var surroundings = NXOAuth2Surroundings()
    let (store, trust, transport) = (store, trust, transport)
    surroundings.store = { _ in store }
    surroundings.transport = { rules in
      trust.change { $0.append(rules) }
      return transport
    }
    surroundings.environment = standIn.clock.environment
    surroundings.logger = log.logger
    return surroundings
  }

  /// A transport that sends requests to `https://myHost` to the stand-in.
  var transport: HostTransport { HostTransport(port: standIn.port) }

  /// The user at a browser.
  func callback(_ url: URL, _ answer: ScriptedUserAgent.Answer = .allow) async throws -> String {
    try await ScriptedUserAgent(
      username: "alice", password: Secret("wonderland"), answer: answer, transport: transport
    ).authorize(at: url)
  }

  /// Runs a body in these surroundings.
  func run<Value>(_ body: @MainActor () async throws -> Value) async rethrows -> Value {
    try await NXOAuth2Surroundings.$current.withValue(surroundings) { try await body() }
  }
}

/// A value that several tasks change.
final class Mutexed<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value { content.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    content.withLock { value in
      var copy = value
      body(&copy)
      value = copy
    }
  }
}

/// A transport that sends requests to `myHost` to a loopback port.
struct HostTransport: HTTPTransport {
  let port: Int

  private func mapped(_ request: HTTPRequest) -> HTTPRequest {
    guard request.authority?.lowercased() == "myhost" else { return request }
    var request = request
    request.scheme = "http"
    request.authority = "127.0.0.1:\(port)"
    return request
  }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    try await Transports.system.send(mapped(request), body: body, limit: limit)
  }

  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    try await Transports.system.open(mapped(request), body: body, limit: limit)
  }
}
