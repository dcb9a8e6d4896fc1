// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("OCLC's implicit flow", .timeLimit(.minutes(10)))
struct OCLCImplicitTests {
  @Test("signs a person in by tokens in the fragment, and remembers who it is and where")
  func signsIn() async throws {
    let world = try await OCLCWorld()
    let client = world.client(of: try world.legacy(), secret: nil)
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
    "asks in the words of the document, with a state besides",
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

  @Test("shows a page that asks for name and password, and lists the scopes")
  func page() async throws {
    let world = try await OCLCWorld()
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

  struct Documented: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let receivedAt: TimeInterval
    let members: [String]
    let expiry: TimeInterval
    var refreshExpiry: TimeInterval?
  }

  @Test(
    "reads both replies of the document, with their numbers and by their dates alone",
    arguments: [
      Documented(
        testDescription: "the first", receivedAt: 1_388_921_847,
        members: [
          "access_token=tk_U13DrzOHW8eep3jvwIpNX2rDcfuhvetNbrFm", "context_institution_id=128807",
          "expires_at=2014-01-05%2011:57:26Z", "expires_in=1199", "principalID=p-1",
          "principalIDNS=urn:oclc:wms:da", "token_type=bearer",
        ], expiry: 1_388_923_046),
      Documented(
        testDescription: "the second", receivedAt: 1_388_922_430,
        members: [
          "access_token=tk_nd4GoLXjFcAabig2AJzOMpzhPkI2LFZtbLD6", "context_institution_id=128807",
          "expires_at=2014-01-05%2012:07:09Z", "expires_in=1199", "principalID=p-1",
          "principalIDNS=urn:oclc:wms:da",
          "refresh_token=rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si",
          "refresh_token_expires_at=2014-01-12%2011:47:09Z", "refresh_token_expires_in=604799",
          "token_type=bearer",
        ], expiry: 1_388_923_629, refreshExpiry: 1_389_527_229),
    ])
  func documented(_ reply: Documented) throws {
    let transaction = try transaction(at: reply.receivedAt)
    for members in [reply.members, reply.members.filter { !$0.contains("expires_in") }] {
      let fragment = (members + ["state=" + transaction.state.reveal()]).joined(separator: "&")
      let grant = try transaction.grant(
        from: OCLCWorld.callback + "#" + fragment, at: transaction.startedAt)
      #expect("access_token=" + grant.accessToken.reveal() == reply.members[0])
      #expect(grant.tokenType == "Bearer")
      #expect(grant.expiry == .at(Date(timeIntervalSince1970: reply.expiry)))
      #expect(grant.extra["context_institution_id"] == "128807")
      #expect(grant.extra["principalID"] == "p-1")
      #expect(grant.extra["principalIDNS"] == "urn:oclc:wms:da")
      #expect(
        grant.refreshToken?.reveal()
          == (reply.refreshExpiry == nil ? nil : "rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si"))
      #expect(
        grant.refreshExpiry
          == reply.refreshExpiry.map { .at(Date(timeIntervalSince1970: $0)) } ?? .unknown)
    }
  }

  @Test("a refresh that has to be signed is refused, and costs nobody the session")
  func unsignedRefresh() async throws {
    let world = try await OCLCWorld(OCLCService(refreshes: .signed))
    let client = world.client(of: try world.legacy(), secret: nil)
    let session = try await client.signIn(using: world.implicit(["WMS_NCIP", "refresh_token"]))
    let token = try await session.accessToken()
    let refused = await #expect(throws: OAuthError.self) { try await session.refresh() }
    #expect(refused == .refused(.invalidClient, ""))
    // The token lasts as long as it was meant to, and what is stored stays.
    #expect(try await session.accessToken().matches(token))
    world.oclc.clock.advance(by: .seconds(1200))
    let ended = await #expect(throws: OAuthError.self) { try await session.accessToken() }
    #expect(ended == .refused(.invalidClient, ""))
    #expect(try await world.store.session(session.account) != nil)
    // A server that has the secret goes on with the same refresh token.
    let server = world.client(of: try world.legacy())
    var stored = try #require(session.stored)
    stored.authentication = server.identity.authentication
    let signed = Session(
      stored, store: MemoryTokenStore([stored]), transport: Transports.system,
      environment: world.environment)
    #expect(!(try await signed.accessToken()).matches(token))
  }

  @Test("gets a refresh token with an end of its own by a scope")
  func refreshTokenAsScope() async throws {
    let world = try await OCLCWorld()
    let client = world.client(of: try world.legacy(), secret: nil)
    let session = try await client.signIn(using: world.implicit(["WMS_NCIP", "refresh_token"]))
    let stored = try #require(session.stored)
    let token = try #require(stored.refreshToken)
    #expect(token.reveal().hasPrefix("rt_"))
    #expect(stored.refreshExpiry == .at(world.oclc.clock.now.addingTimeInterval(604_799)))
    // After twenty minutes the session goes on by it; a mobile client names itself.
    world.oclc.clock.advance(by: .seconds(1199))
    #expect(!(try await session.accessToken()).matches(stored.accessToken))
    let request = try #require(world.oclc.received("/oauth2/accessToken").first)
    #expect(request.query.contains("client_id=app"))
    #expect(request.head.headerFields[.authorization] == nil)
    // The reply had no other refresh token, so that the old one stays.
    #expect(session.stored?.refreshToken?.matches(token) == true)
    #expect(session.stored?.refreshExpiry == stored.refreshExpiry)
  }

  /// The fragment of the document, with the values it leaves out.
  private static let fragment =
    "access_token=tk_nd4GoLXjFcAabig2AJzOMpzhPkI2LFZtbLD6&context_institution_id=128807"
    + "&expires_at=2014-01-05%2011:57:26Z&principalID=p&principalIDNS=urn:oclc:wms:da"
    + "&refresh_token=rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si"
    + "&refresh_token_expires_at=2014-01-12%2011:47:09Z&token_type=bearer"

  private func transaction(at time: TimeInterval = 1_388_921_847) throws -> ImplicitTransaction {
    var environment = RuntimeEnvironment.live
    environment.now = { Date(timeIntervalSince1970: time) }
    let provider = try Provider.oclc()
    return try ImplicitTransaction.begin(
      metadata: provider.metadata, client: ClientIdentity(id: "key"),
      redirectURI: OCLCWorld.callback, scopes: ["WMS_NCIP"], dialect: provider.dialect,
      environment: environment, because: "test"
    ).transaction
  }

  @Test("reads the dates of a fragment, with a space as %20, in UTC")
  func dates() throws {
    let transaction = try transaction()
    let now = transaction.startedAt.addingTimeInterval(1)
    let state = "&state=" + transaction.state.reveal()
    func grant(_ fragment: String) throws -> TokenGrant {
      try transaction.grant(from: OCLCWorld.callback + "#" + fragment + state, at: now)
    }
    let grant1 = try grant(Self.fragment)
    #expect(grant1.expiry == .at(Date(timeIntervalSince1970: 1_388_923_046)))
    #expect(grant1.refreshExpiry == .at(Date(timeIntervalSince1970: 1_389_527_229)))
    #expect(grant1.refreshToken?.reveal() == "rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si")
    // The seconds do not depend on anybody's clock, so that they come first.
    #expect(
      try grant(Self.fragment + "&expires_in=1199&refresh_token_expires_in=604799").expiry
        == .at(now.addingTimeInterval(1199)))
    for (written, seconds) in [
      ("2014-01-05%2011:57:26Z", 1_388_923_046), ("2014-01-05+11%3A57%3A26Z", 1_388_923_046),
      ("2014-01-05%252011:57:26Z", 1_388_923_046), ("2013-12-05 19:35:42Z", 1_386_272_142),
      ("2016-02-29%2000:00:00Z", 1_456_704_000), ("1970-01-01%2000:00:00Z", 0),
    ] where !written.contains(" ") {
      #expect(
        try grant("access_token=tk_1&expires_at=\(written)").expiry
          == .at(Date(timeIntervalSince1970: TimeInterval(seconds))), "\(written)")
    }
    for written in [
      "2014-02-29%2000:00:00Z", "2014-13-01%2000:00:00Z", "2014-01-05T11:57:26Z",
      "2014-01-05%2024:00:00Z", "2014-1-5%2011:57:26Z", "2014-01-05%2011:57:26", "soon",
      "-014-01-05%2011:57:26Z",
    ] {
      #expect(try grant("access_token=tk_1&expires_at=\(written)").expiry == .unknown, "\(written)")
    }
  }

  @Test("reads the second date of the document out of a JSON reply")
  func dateInJSON() async throws {
    let world = try await OCLCWorld()
    world.oclc.answer(
      "/oauth2/accessToken",
      with: .standIn(
        json: [
          "access_token": "tk_1", "expires_at": "2013-12-05 19:35:42Z", "token_type": "bearer",
        ]
      ))
    let session = try await world.client(of: try world.legacy()).ownSession(scopes: ["A"])
    #expect(session.stored?.expiry == .at(Date(timeIntervalSince1970: 1_386_272_142)))
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// `STATE` stands for the right one.
    let callback: String
    let code: OAuthError.Code
  }

  @Test(
    "believes no other callback",
    arguments: [
      Bad(
        testDescription: "without a state", callback: "oclcApp://user_agent_flow#access_token=t",
        code: .stateMismatch),
      Bad(
        testDescription: "with another state",
        callback: "oclcApp://user_agent_flow#access_token=t&state=x", code: .stateMismatch),
      Bad(
        testDescription: "with the token in the query",
        callback: "oclcApp://user_agent_flow?access_token=t&state=STATE", code: .callbackMalformed),
      Bad(
        testDescription: "with tokens in both places",
        callback: "oclcApp://user_agent_flow?access_token=t#access_token=u&state=STATE",
        code: .callbackMalformed),
      Bad(
        testDescription: "without a token",
        callback: "oclcApp://user_agent_flow#token_type=bearer&state=STATE", code: .tokenMalformed),
      Bad(
        testDescription: "with two tokens",
        callback: "oclcApp://user_agent_flow#access_token=t&access_token=u&state=STATE",
        code: .callbackMalformed),
      Bad(
        testDescription: "with a token and an error",
        callback: "oclcApp://user_agent_flow#access_token=t&error=x&state=STATE",
        code: .callbackMalformed),
      Bad(
        testDescription: "of another issuer",
        callback:
          "oclcApp://user_agent_flow#access_token=t&iss=https%3A%2F%2Fevil.example&state=STATE",
        code: .issuerMismatch),
      Bad(
        testDescription: "for another app",
        callback: "oclcApp2://user_agent_flow#access_token=t&state=STATE",
        code: .callbackMalformed),
      Bad(
        testDescription: "for a longer address",
        callback: "oclcApp://user_agent_flow.evil#access_token=t&state=STATE",
        code: .callbackMalformed),
      Bad(
        testDescription: "with an error and a wrong state",
        callback: "oclcApp://user_agent_flow#error=access_denied&state=x", code: .stateMismatch),
    ])
  func bad(_ bad: Bad) throws {
    let transaction = try transaction()
    let callback = bad.callback.replacing("STATE", with: transaction.state.reveal())
    let error = #expect(throws: OAuthError.self) {
      try transaction.grant(from: callback, at: transaction.startedAt)
    }
    #expect(error?.code == bad.code)
    #expect(error?.outcome == .unreadable)
  }

  @Test("takes an error in the fragment for a no, and a scheme in any letters for its own")
  func errorInFragment() throws {
    let transaction = try transaction()
    let state = transaction.state.reveal()
    let error = #expect(throws: OAuthError.self) {
      try transaction.grant(
        from: "oclcapp://user_agent_flow#error=access_denied&error_description=No%20way&state="
          + state, at: transaction.startedAt)
    }
    #expect(error == .refused(.accessDenied, ""))
    #expect(error?.peerDescription == "No way")
    #expect(error?.errorClass == .cancelled)
    let late = #expect(throws: OAuthError.self) {
      try transaction.grant(
        from: "oclcapp://user_agent_flow#access_token=t&state=" + state,
        at: transaction.startedAt.addingTimeInterval(601))
    }
    #expect(late?.code == .transactionExpired)
  }

  @Test("keeps no session of a person who says no")
  func denied() async throws {
    let world = try await OCLCWorld()
    let client = world.client(of: try world.legacy(), secret: nil)
    let error = await #expect(throws: OAuthError.self) {
      try await client.signIn(using: world.implicit(["WMS_NCIP"], .deny))
    }
    #expect(error?.code == .accessDenied)
    #expect(try await world.store.sessions(.all).isEmpty)
  }

  @Test("takes no ID token, needs a reason and a server that answers with tokens")
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

  @Test("asks a person whose institution nobody has named where they are from")
  func whereFrom() async throws {
    var world = try await OCLCWorld()
    world.institutions = (nil, nil)
    let client = world.client(of: try world.legacy(), secret: nil)
    let session = try await client.signIn(using: world.implicit())
    #expect(session.stored?.extra["context_institution_id"]?.stringValue == "128807")
    let asked = world.oclc.received("/oauth2/authorizeCode").map(\.query)
    #expect(asked.first?.contains("authenticatingInstitutionId") == false)
    #expect(asked.last?.contains("authenticatingInstitutionId=128807") == true)
  }
}
