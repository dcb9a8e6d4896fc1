// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

/// A stand-in, the provider that describes it, and a store.
struct NXWorld: Sendable {
  let standIn: StandIn<NXService>
  let provider: Provider
  let environment: RuntimeEnvironment
  let store = MemoryTokenStore()

  init(
    _ manner: NXBehaviour = NXBehaviour(), options: NXOptions = NXOptions(), name: String = "nx",
    clock: TestClock = TestClock()
  ) async throws {
    let standIn = try await StandIn.start(NXService(manner: manner), clock: clock)
    self.standIn = standIn
    provider = try Provider.nx(
      authorizationEndpoint: "\(standIn.url)/oauth2/authenticate",
      tokenEndpoint: "\(standIn.url)/oauth2/token", name: name, options: options)
    environment = clock.environment
  }

  func client(
    id: String = "app", secret: Secret? = Secret("app secret"), person: StandInUser = .alice,
    store: (any TokenStore)? = nil, transport: any HTTPTransport = Transports.system
  ) -> Client {
    Client(of: provider, id: id, secret: secret, store: store ?? self.store, transport: transport) {
      $0.redirect = .fixed("x-myapp://oauth2")
      $0.userAgent = browser(person)
      $0.environment = environment
    }
  }

  func browser(
    _ person: StandInUser = .alice, _ answer: ScriptedUserAgent.Answer = .allow
  ) -> ScriptedUserAgent {
    person.agent(answer)
  }

  /// Somebody who is signed in.
  func session(_ client: Client? = nil, scopes: [Scope] = []) async throws -> Session {
    try await (client ?? self.client()).signIn(
      using: .password(username: "alice", password: Secret("wonderland"), scopes: scopes),
      storedAs: "main")
  }

  func request(
    _ path: String, _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(standIn.port)", path: path,
      headerFields: fields)
  }

  /// How often the token endpoint was asked.
  var tokenRequests: Int { standIn.received("/oauth2/token").count }

  /// The parameters of the newest token request that was a form.
  func newestForm() throws -> Parameters {
    try Parameters(bytes: #require(standIn.received("/oauth2/token").last).body)
  }
}

/// What tests here share.
enum NX {
  /// Waits until something is so; a test that would wait for ever fails instead.
  @MainActor
  static func eventually(
    _ location: SourceLocation = #_sourceLocation, _ isSo: @MainActor () -> Bool
  ) async throws {
    for _ in 0..<4000 {
      if isSo() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("It never came to that.", sourceLocation: location)
  }

  /// Gives what must not happen the time to happen.
  static func settle() async throws { try await Task.sleep(for: .milliseconds(40)) }
}
