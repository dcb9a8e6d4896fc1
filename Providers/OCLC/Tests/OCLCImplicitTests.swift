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

  @Test("shows a page with fields for name and password, and lists the scopes")
  func page() async throws {
    var request = world.record()
    request.path =
      "/oauth2/authorizeCode?client_id=app&authenticatingInstitutionId=128807&response_type=token"
      + "&redirect_uri=oclcApp%3A%2F%2Fuser_agent_flow&scope=WMS_NCIP%20refresh_token&state=s"
    let (head, body) = try await Transports.system.send(request, body: Data(), limit: .standard)
    #expect(head.status == .ok)
    let page = OCLCWorld.text(body)
    for part in [
      "<li>WMS_NCIP</li>", "<li>refresh_token</li>", "name=\"username\"", "type=\"password\"",
      ">Allow</button>", ">Deny</button>",
    ] {
      #expect(page.contains(part), "\(part)")
    }
  }

  @Test("an unsigned refresh is refused where it must be signed, and the session stays")
  func unsignedRefresh() async throws {
    let world = try await OCLCWorld(OCLCService(refreshes: .signed))
    let client = try world.client(secret: nil)
    let session = try await client.signIn(using: world.implicit(["WMS_NCIP", "refresh_token"]))
    let token = try await session.accessToken()
    let refused = await failure { try await session.refresh() }
    #expect(refused == .refused(.invalidClient, ""))
    // The token stays valid until it expires, and the session stays stored.
    #expect(try await session.accessToken().matches(token))
    world.oclc.clock.advance(by: .seconds(1200))
    let ended = await failure { try await session.accessToken() }
    #expect(ended == .refused(.invalidClient, ""))
    #expect(try await world.store.session(session.account) != nil)
    // A server that has the secret uses the same refresh token.
    let server = try world.client()
    var stored = try #require(session.stored)
    stored.authentication = server.identity.authentication
    let signed = world.session(stored)
    #expect(!(try await signed.accessToken()).matches(token))
  }

  @Test("gets a refresh token with its own expiry by a scope")
  func refreshTokenAsScope() async throws {
    let client = try world.client(secret: nil)
    let session = try await client.signIn(using: world.implicit(["WMS_NCIP", "refresh_token"]))
    let stored = try #require(session.stored)
    let token = try #require(stored.refreshToken)
    #expect(token.reveal().hasPrefix("rt_"))
    #expect(stored.refreshExpiry == .at(world.oclc.clock.now.addingTimeInterval(604_799)))
    // After twenty minutes the session uses it; a mobile client sends its id.
    world.oclc.clock.advance(by: .seconds(1199))
    #expect(!(try await session.accessToken()).matches(stored.accessToken))
    let request = try #require(world.oclc.received("/oauth2/accessToken").first)
    #expect(request.query.contains("client_id=app"))
    #expect(request.head.headerFields[.authorization] == nil)
    // The reply had no other refresh token, so that the old one stays.
    #expect(session.stored?.refreshToken?.matches(token) == true)
    #expect(session.stored?.refreshExpiry == stored.refreshExpiry)
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
