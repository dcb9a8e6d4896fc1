// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

/// A stand-in for OCLC, and clients of it.
struct OCLCWorld {
  let oclc: StandIn<OCLCService>
  let store = MemoryTokenStore()
  var environment: RuntimeEnvironment
  var institutions: (authenticating: String?, context: String?) = ("128807", "91475")

  init(_ service: OCLCService = OCLCService()) async throws {
    oclc = try await StandIn.start(service)
    environment = oclc.clock.environment
  }

  /// A stand-in, and alice's session from a code.
  static func signedIn(
    _ scopes: [Scope] = ["WMS_NCIP", "refresh_token"], service: OCLCService = OCLCService()
  ) async throws -> (world: OCLCWorld, session: Session) {
    let world = try await OCLCWorld(service)
    return (world, try await world.client().signIn(scopes: scopes))
  }

  /// A stand-in, and a client's own session for the scope `A`.
  static func own() async throws -> (world: OCLCWorld, session: Session) {
    let world = try await OCLCWorld()
    return (world, try await world.client().ownSession(scopes: ["A"]))
  }

  /// A session of these stored values, with a store of its own.
  func session(_ stored: StoredSession) -> Session {
    Session(
      stored, store: MemoryTokenStore([stored]), transport: Transports.system,
      environment: environment)
  }

  static let callback = "oclcApp://user_agent_flow"

  /// The provider with the older endpoints.
  func legacy(presentation: TokenPresentation = .bearer) throws -> Provider {
    try .oclc(
      url: oclc.url + "/oauth2", authenticatingInstitution: institutions.authenticating,
      contextInstitution: institutions.context, presentation: presentation)
  }

  func agent(
    _ answer: ScriptedUserAgent.Answer = .allow, as user: StandInUser = .alice,
    redirect: String = "http://127.0.0.1:49152/callback"
  ) -> ScriptedUserAgent {
    user.agent(answer, redirectURI: redirect)
  }

  /// A client of the older endpoints with the secret of the WSKey, unless others are given.
  func client(
    of provider: Provider? = nil, secret: String? = "app secret", id: String = "app",
    agent: (any UserAgent)? = nil, store: (any TokenStore)? = nil
  ) throws -> Client {
    Client(
      of: try provider ?? legacy(), id: id, secret: secret.map(Secret.init),
      store: store ?? self.store, transport: Transports.system
    ) {
      $0.userAgent = agent ?? self.agent()
      $0.environment = environment
    }
  }

  /// An implicit sign-in, as on a phone.
  func implicit(
    _ scopes: [Scope] = ["WMS_NCIP"], _ answer: ScriptedUserAgent.Answer = .allow
  ) -> ImplicitSignIn {
    ImplicitSignIn(
      userAgent: agent(answer, redirect: Self.callback), scopes: scopes,
      because: "the document of 2014 describes no other flow")
  }

  /// A request for a record.
  func record(
    _ number: Int = 823_520_553, _ method: HTTPRequest.Method = .get, query: String = ""
  ) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, scheme: "http", authority: String(oclc.url.dropFirst("http://".count)),
      path: "/bib/data/\(number)" + query)
    request.headerFields[.accept] = "application/atom+json"
    return request
  }

  static func text(_ body: Data) -> String { String(decoding: body, as: UTF8.self) }
}
