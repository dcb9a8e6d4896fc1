// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("OCLC's implicit flow", .timeLimit(.minutes(10)))
struct OCLCImplicitTests {
  private let world: OCLCWorld

  init() async throws { world = try await OCLCWorld() }

  @Test("signs a user in by tokens in the fragment, and stores the user and the institution")
  func signsIn() async throws {
    let client = try world.client(secret: nil)
    let session = try await client.signIn(using: world.implicit())
    let stored = try #require(session.stored)
    #expect(stored.accessToken.reveal().hasPrefix("tk_"))
    #expect(stored.tokenType == "Bearer")
    #expect(stored.expiry == .at(world.oclc.clock.now.addingTimeInterval(1199)))
    #expect(stored.refreshToken == nil)
    #expect(stored.account.subject == StandInUser.alice.id)
    #expect(stored.extra["principalID"]?.stringValue == StandInUser.alice.id)
    #expect(stored.extra["principalIDNS"]?.stringValue == "urn:oclc:wms:128807")
    #expect(stored.extra["context_institution_id"]?.stringValue == "91475")
    #expect(stored.redirectURI == OCLCWorld.callback)
    // No token request was made.
    #expect(world.oclc.received("/oauth2/accessToken").isEmpty)
    let (response, body) = try await session.data(for: world.record())
    #expect(response.status == .ok)
    #expect(OCLCWorld.text(body).contains("\"institution\":\"91475\""))
  }

  @Test(
    "sends the documented request, with a state",
    arguments: [["WMS_NCIP"], ["WMS_NCIP", "refresh_token"]])
  func request(_ scopes: [String]) throws {
    let provider = try Provider.oclc(
      authenticatingInstitution: "128807", contextInstitution: "128807")
    let (transaction, url) = try ImplicitTransaction.begin(
      metadata: provider.metadata, client: ClientIdentity(id: "key"),
      redirectURI: OCLCWorld.callback, scopes: scopes.map(Scope.init(rawValue:)),
      dialect: provider.dialect, environment: .live, because: "test")
    let halves = url.absoluteString.components(separatedBy: "?")
    #expect(halves[0] == "https://authn.sd00.worldcat.org/oauth2/authorizeCode")
    #expect(
      Set(halves[1].components(separatedBy: "&")) == [
        "client_id=key", "authenticatingInstitutionId=128807", "contextInstitutionId=128807",
        "redirect_uri=oclcApp%3A%2F%2Fuser_agent_flow", "response_type=token",
        "scope=" + scopes.joined(separator: "%20"),
        "state=\(transaction.state.reveal())",
      ])
    #expect(transaction.state.reveal().count == 43)
  }

  /// A user at a browser. The text of the first page is recorded.
  private final class Reader: UserAgent {
    private let user: ScriptedUserAgent
    private let text = Mutex("")

    init(_ user: ScriptedUserAgent) { self.user = user }

    var page: String { text.withLock { $0 } }

    func redirectURI() async -> String { OCLCWorld.callback }

    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let shown = try await user.browser.get(page.url.absoluteString).text
      text.withLock { $0 = shown }
      return try await user.authorize(page)
    }
  }

  @Test(
    "shows OCLC's own page, which lists the requested scopes, and the app sends nothing itself",
    arguments: [["WMS_NCIP"], ["WMS_NCIP", "refresh_token"]])
  func page(_ scopes: [String]) async throws {
    let reader = Reader(world.agent(redirect: OCLCWorld.callback))
    let transport = AnsweringTransport { _ throws(OAuthError) in
      throw .misused("request", "No request is expected.")
    }
    let client = Client(of: try world.legacy(), id: "app", store: world.store, transport: transport)
    {
      $0.userAgent = reader
      $0.environment = world.environment
    }
    _ = try await client.signIn(
      using: .implicit(with: reader, scopes: scopes.map(Scope.init(rawValue:)), because: "test"),
      storedAs: "main")
    let listed = reader.page.split(separator: "<li>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(listed.map(String.init) == scopes)
    #expect(reader.page.contains("name=\"username\""))
    #expect(reader.page.contains("type=\"password\""))
    // The password goes from the browser to OCLC; the app's transport sees no request.
    #expect(transport.requests.isEmpty)
    let posted = world.oclc.received("/oauth2/authorizeCode").filter { $0.head.method == .post }
    #expect(posted.count == 1)
  }

  @Test(
    "a client without the secret never sends its refresh token: the user signs in again",
    arguments: [OCLCService.Refreshes.signed, .signedOrNamed])
  func unsignedRefresh(_ refreshes: OCLCService.Refreshes) async throws {
    let world = try await OCLCWorld(OCLCService(refreshes: refreshes))
    let client = try world.client(secret: nil)
    let flow = world.implicit(["WMS_NCIP", "refresh_token"])
    let session = try await client.signIn(using: flow, storedAs: "phone")
    let token = try await session.accessToken()
    let explicit = await failure { try await session.refresh() }
    #expect(explicit?.errorClass == .interactionRequired)
    #expect(explicit?.parameter == "client_secret")
    // The token stays valid until it expires, and the session stays stored.
    #expect(try await session.accessToken().matches(token))
    world.oclc.clock.advance(by: .seconds(1200))
    let ended = await failure { try await session.accessToken() }
    #expect(ended?.errorClass == .interactionRequired)
    #expect(try await world.store.session(session.account) != nil)
    #expect(world.oclc.received("/oauth2/accessToken").isEmpty)
    let again = try await client.signIn(using: flow, storedAs: "phone")
    #expect(!(try await again.accessToken()).matches(token))
    #expect(world.oclc.received("/oauth2/accessToken").isEmpty)
  }

  @Test("gets a refresh token with its own expiry by a scope, for a server that has the secret")
  func refreshTokenAsScope() async throws {
    let client = try world.client(secret: nil)
    let session = try await client.signIn(using: world.implicit(["WMS_NCIP", "refresh_token"]))
    var stored = try #require(session.stored)
    let token = try #require(stored.refreshToken)
    #expect(token.reveal().hasPrefix("rt_"))
    #expect(stored.refreshExpiry == .at(world.oclc.clock.now.addingTimeInterval(604_799)))
    // After twenty minutes the server uses it, in a signed request.
    stored.authentication = try world.client().identity.authentication
    let server = world.session(stored)
    world.oclc.clock.advance(by: .seconds(1199))
    #expect(!(try await server.accessToken()).matches(stored.accessToken))
    let request = try #require(world.oclc.received("/oauth2/accessToken").first)
    #expect(try Parameters(decoding: request.query).names == ["grant_type", "refresh_token"])
    #expect(request.head.headerFields[.authorization]?.contains("signature=") == true)
    // The reply had no other refresh token, so that the old one stays.
    #expect(server.stored?.refreshToken?.matches(token) == true)
    #expect(server.stored?.refreshExpiry == stored.refreshExpiry)
  }

  @Test("reads the second date of the document out of a JSON reply")
  func dateInJSON() async throws {
    world.oclc.answer(
      "/oauth2/accessToken",
      with: .standIn(
        json: [
          "access_token": "tk_1", "expires_at": "2013-12-05 19:35:42Z", "token_type": "bearer",
        ]
      ))
    let session = try await world.client().ownSession(scopes: ["A"])
    #expect(session.stored?.expiry == .at(Date(timeIntervalSince1970: 1_386_272_142)))
  }

  @Test("keeps no session of a user who denies access")
  func denied() async throws {
    let client = try world.client(secret: nil)
    let error = await failure {
      try await client.signIn(using: world.implicit(["WMS_NCIP"], .deny))
    }
    #expect(error?.code == .accessDenied)
    #expect(try await world.store.sessions(.all).isEmpty)
  }

  @Test("accepts no openid scope, and requires a reason and a server with the response type token")
  func begun() throws {
    func begin(_ provider: Provider, _ scopes: [Scope], _ reason: String) throws {
      _ = try ImplicitTransaction.begin(
        metadata: provider.metadata, client: ClientIdentity(id: "key"),
        redirectURI: OCLCWorld.callback, scopes: scopes, dialect: provider.dialect,
        environment: .live, because: reason)
    }
    let openID = #expect(throws: OAuthError.self) { try begin(.oclc(), [.openID], "x") }
    #expect(openID?.parameter == "scopes")
    let reason = #expect(throws: OAuthError.self) { try begin(.oclc(), ["A"], "") }
    #expect(reason?.parameter == "because")
    let newer = #expect(throws: OAuthError.self) { try begin(.oclcOAuth(), ["A"], "x") }
    #expect(newer?.parameter == "response_types_supported")
  }

  @Test("the page asks for the institution if the request names none")
  func whereFrom() async throws {
    var world = try await OCLCWorld()
    world.institutions = (nil, nil)
    let client = try world.client(secret: nil)
    let session = try await client.signIn(using: world.implicit())
    #expect(session.stored?.extra["context_institution_id"]?.stringValue == "128807")
    let asked = world.oclc.received("/oauth2/authorizeCode").map(\.query)
    #expect(asked.first?.contains("authenticatingInstitutionId") == false)
    #expect(asked.last?.contains("authenticatingInstitutionId=128807") == true)
  }
}
