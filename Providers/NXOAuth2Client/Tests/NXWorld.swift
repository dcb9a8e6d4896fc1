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

  /// A stand-in, and alice's session.
  static func signedIn(
    _ manner: NXBehaviour = NXBehaviour(), options: NXOptions = NXOptions()
  ) async throws -> (world: NXWorld, session: Session) {
    let world = try await NXWorld(manner, options: options)
    return (world, try await world.session())
  }

  func client(
    id: String = "app", secret: Secret? = Secret("app secret"), user: StandInUser = .alice,
    store: (any TokenStore)? = nil, transport: any HTTPTransport = Transports.system
  ) -> Client {
    Client(of: provider, id: id, secret: secret, store: store ?? self.store, transport: transport) {
      $0.redirect = .fixed("x-myapp://oauth2")
      $0.userAgent = browser(user)
      $0.environment = environment
    }
  }

  func browser(
    _ user: StandInUser = .alice, _ answer: ScriptedUserAgent.Answer = .allow
  ) -> ScriptedUserAgent {
    user.agent(answer)
  }

  /// Alice's session, signed in with her password.
  func session(_ client: Client? = nil, scopes: [Scope] = []) async throws -> Session {
    try await (client ?? self.client()).signIn(using: .alice(scopes), storedAs: "main")
  }

  /// Lets all access tokens expire, and revokes all tokens at the service.
  func endSessions() {
    standIn.clock.advance(by: .seconds(3601))
    standIn.service.revokeAll(refreshToo: true)
  }

  /// Lets the token endpoint fail.
  func failTokenRequests(
    _ status: HTTPResponse.Status = .internalServerError, times: Int
  ) {
    standIn.answer("/oauth2/token", with: .standIn(status, text: "Oops."), times: times)
  }

  func request(
    _ path: String, _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(standIn.port)", path: path,
      headerFields: fields)
  }

  /// The number of token requests.
  var tokenRequests: Int { standIn.received("/oauth2/token").count }

  /// The parameters of the newest token request that was a form.
  func newestForm() throws -> Parameters {
    try Parameters(bytes: #require(standIn.received("/oauth2/token").last).body)
  }
}

extension SignInFlow where Self == GrantSignIn {
  /// Alice's name and password.
  static func alice(_ scopes: [Scope] = []) -> GrantSignIn {
    .password(username: "alice", password: Secret("wonderland"), scopes: scopes)
  }
}

/// Helpers that the tests share.
enum NX {
  /// Waits for a condition; fails the test after 20 seconds.
  @MainActor
  static func eventually(
    _ location: SourceLocation = #_sourceLocation, _ condition: @MainActor () -> Bool
  ) async throws {
    for _ in 0..<4000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("The condition did not become true.", sourceLocation: location)
  }

  /// Waits for a moment, so that an unexpected event would be seen.
  static func settle() async throws { try await Task.sleep(for: .milliseconds(40)) }
}
