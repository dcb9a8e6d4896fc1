// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("OCLC's code flow", .timeLimit(.minutes(10)))
struct OCLCCodeFlowTests {
  private let world: OCLCWorld

  init() async throws { world = try await OCLCWorld() }

  private static let token = "/oauth2/accessToken"

  @Test("redeems the code by a signed POST with all parameters in the address and no body")
  func signedPOST() async throws {
    let client = try world.client()
    let session = try await client.signIn(scopes: ["WMS_NCIP", "refresh_token"])
    #expect(session.account.subject == StandInUser.alice.id)
    #expect(session.stored?.extra["context_institution_id"]?.intValue == 91475)
    let request = try #require(world.oclc.received(Self.token).first)
    #expect(request.head.method == .post)
    #expect(request.body.isEmpty)
    #expect(request.head.headerFields[.contentLength] == "0")
    #expect(request.head.headerFields[.contentType] == nil)
    #expect(request.head.headerFields[.accept] == "application/json")
    let query = try Parameters(decoding: request.query)
    #expect(
      query.names == [
        "grant_type", "code", "redirect_uri", "authenticatingInstitutionId", "contextInstitutionId",
      ])
    #expect(query["grant_type"] == "authorization_code")
    #expect(query["contextInstitutionId"] == "91475")
    #expect(
      request.head.headerFields[.authorization]?.hasPrefix(
        "http://www.worldcat.org/wskey/v2/hmac/v1 clientId=\"app\", timestamp=\"1700000000\", nonce="
      ) == true)
    // The naive implementation agrees with what was sent, as the stand-in did.
    let field = try #require(request.head.headerFields[.authorization])
    let nonce = String(field.components(separatedBy: "nonce=\"")[1].prefix { $0 != "\"" })
    let naive = NaiveWSKey(key: "app", secret: "app secret", time: 1_700_000_000, nonce: nonce)
    #expect(field.hasSuffix("signature=\"\(naive.signature(of: request.head))\""))
  }

  @Test("sends the institutions, and no PKCE, which the endpoints do not support")
  func authorizationRequest() async throws {
    _ = try await world.client().signIn(scopes: ["A", "B"])
    let query = try Parameters(
      decoding: #require(world.oclc.received("/oauth2/authorizeCode").first).query)
    #expect(query["response_type"] == "code")
    #expect(query["scope"] == "A B")
    #expect(query["authenticatingInstitutionId"] == "128807")
    #expect(query["contextInstitutionId"] == "91475")
    #expect(query["state"]?.count == 43)
    #expect(query["code_challenge"] == nil)
  }

  @Test("refreshes when the token has expired and not a second before, and keeps the refresh token")
  func refresh() async throws {
    let (world, session) = try await OCLCWorld.signedIn()
    let first = try #require(session.stored)
    world.oclc.clock.advance(by: .seconds(1198))
    #expect(try await session.accessToken().matches(first.accessToken))
    world.oclc.clock.advance(by: .seconds(1))
    #expect(!(try await session.accessToken()).matches(first.accessToken))
    let requests = world.oclc.received(Self.token)
    #expect(requests.count == 2)
    let query = try Parameters(decoding: #require(requests.last).query)
    #expect(query.names == ["grant_type", "refresh_token"])
    #expect(requests.last?.head.headerFields[.authorization]?.contains("signature=") == true)
    let second = try #require(session.stored)
    #expect(try #require(second.refreshToken).matches(#require(first.refreshToken)))
    #expect(second.refreshExpiry == first.refreshExpiry)
    #expect(second.generation == 2)
  }

  @Test(
    "an expired refresh token is not sent: the user has to sign in, and the session stays stored")
  func refreshTokenEnds() async throws {
    let client = try world.client()
    let session = try await client.signIn(scopes: ["WMS_NCIP", "refresh_token"], storedAs: "main")
    world.oclc.clock.advance(by: .seconds(604_799))
    let count = world.oclc.all.count
    for _ in 0..<3 {
      let error = await failure { try await session.accessToken() }
      #expect(error?.code == .interactionRequired)
      #expect(error?.errorClass == .interactionRequired)
    }
    let explicit = await failure { try await session.refresh() }
    #expect(explicit?.code == .interactionRequired)
    #expect(world.oclc.all.count == count)
    #expect(try await world.store.session(session.account) != nil)
    // The next sign-in shows the page, and the account is the same.
    let again = try await client.signIn(scopes: ["WMS_NCIP", "refresh_token"], storedAs: "main")
    #expect(again.account == session.account)
    #expect(try await again.accessToken().reveal().hasPrefix("tk_"))
  }

  @Test("a refresh token is sent until a second before it expires")
  func refreshTokenLasts() async throws {
    let (world, session) = try await OCLCWorld.signedIn()
    world.oclc.clock.advance(by: .seconds(604_798))
    _ = try await session.accessToken()
    #expect(session.stored?.generation == 2)
  }

  @Test("a refused refresh ends the session only when the refresh token was refused")
  func refusedRefresh() async throws {
    let client = try world.client()
    let session = try await client.signIn(scopes: ["WMS_NCIP", "refresh_token"])
    world.oclc.clock.advance(by: .seconds(1200))
    world.oclc.answer(
      Self.token, with: .standIn(.unauthorized, json: ["code": 401, "message": "WSKey is invalid"]))
    let error = await failure { try await session.accessToken() }
    #expect(error?.code == .invalidClient)
    #expect(try await world.store.session(session.account) != nil)
    world.oclc.service.revokeAll(refreshToo: true)
    let ended = await failure { try await session.accessToken() }
    #expect(ended?.code == .sessionEnded)
    #expect(try await world.store.session(session.account) == nil)
  }

  @Test("without a refresh token the session ends with its token, without a request")
  func noRefreshToken() async throws {
    let (world, session) = try await OCLCWorld.signedIn(["WMS_NCIP"])
    world.oclc.clock.advance(by: .seconds(1198))
    #expect(try await session.data(for: world.record()).0.status == .ok)
    world.oclc.clock.advance(by: .seconds(2))
    let count = world.oclc.all.count
    for error in [
      await failure { try await session.accessToken() },
      await failure { try await session.data(for: world.record()) },
    ] {
      #expect(error?.code == .interactionRequired)
    }
    #expect(world.oclc.all.count == count)
  }

  @Test("reads a token's expiry from its date if the response has no lifetime")
  func absoluteTimes() async throws {
    let (world, session) = try await OCLCWorld.signedIn(service: OCLCService(times: .absolute))
    #expect(session.stored?.expiry == .at(world.oclc.clock.now.addingTimeInterval(1199)))
    #expect(session.stored?.refreshExpiry == .at(world.oclc.clock.now.addingTimeInterval(604_799)))
  }

  @Test("a session resumes in another program: the dialect is stored with it")
  func restored() async throws {
    let first = try await world.client()
      .signIn(scopes: ["WMS_NCIP", "refresh_token"])
    let written = try #require(first.stored).json.serialized()
    let stored = try StoredSession(json: JSONObject(parsing: written))
    let session = world.session(stored)
    world.oclc.clock.advance(by: .seconds(1200))
    _ = try await session.accessToken()
    #expect(session.stored?.generation == 2)
    #expect(session.stored?.leeway == 0)
  }

  @Test("the newer endpoints use Basic, PKCE, and the institution as a scope")
  func newer() async throws {
    let provider = try Provider.oclcOAuth(url: world.oclc.url, registryID: "128807")
    let client = try world.client(of: provider)
    let scopes: [Scope] = [
      "WorldCatMetadataAPI:view_marc_bib", .oclcContext("60000"), "refresh_token",
    ]
    let session = try await client.signIn(scopes: scopes)
    #expect(session.stored?.extra["context_institution_id"]?.intValue == 60000)
    #expect(session.stored?.extra["principalIDNS"]?.stringValue == "urn:oclc:wms:128807")
    let asked = try #require(world.oclc.received("/auth/128807").first)
    #expect(asked.query.contains("code_challenge_method=S256"))
    #expect(!asked.query.contains("InstitutionId"))
    let request = try #require(world.oclc.received("/token").first)
    #expect(request.body.isEmpty)
    #expect(request.head.headerFields[.authorization] == "Basic YXBwOmFwcCtzZWNyZXQ=")
    #expect(request.query.contains("code_verifier="))
    world.oclc.clock.advance(by: .seconds(1200))
    let (response, _) = try await session.data(for: world.record())
    #expect(response.status == .ok)
    #expect(world.oclc.received("/token").count == 2)
  }

  @Test("the newer endpoints report the missing institution")
  func newerWithoutContext() async throws {
    let client = try world.client(of: .oclcOAuth(url: world.oclc.url))
    let error = await failure { try await client.signIn(scopes: ["A"]) }
    #expect(error?.code == .invalidScope)
    #expect(error?.peerDescription == "The context institution is missing.")
    let digits = #expect(throws: OAuthError.self) { try Provider.oclcOAuth(registryID: "a/b") }
    #expect(digits?.parameter == "registryID")
  }

  @Test("OCLC's own addresses are the defaults, and can be replaced")
  func addresses() throws {
    let legacy = try Provider.oclc()
    #expect(
      legacy.metadata.authorizationEndpoint?.text
        == "https://authn.sd00.worldcat.org/oauth2/authorizeCode")
    #expect(
      legacy.metadata.tokenEndpoint?.text == "https://authn.sd00.worldcat.org/oauth2/accessToken")
    #expect(legacy.leeway == 0)
    #expect(legacy.name == "oclc")
    let newer = try Provider.oclcOAuth(registryID: "128807")
    #expect(newer.metadata.authorizationEndpoint?.text == "https://oauth.oclc.org/auth/128807")
    #expect(newer.metadata.tokenEndpoint?.text == "https://oauth.oclc.org/token")
    #expect(
      try Provider.oclcOAuth().metadata.authorizationEndpoint?.text == "https://oauth.oclc.org/auth"
    )
    #expect(
      try Provider.oclc(url: "https://test.example/o/").metadata.tokenEndpoint?.text
        == "https://test.example/o/accessToken")
    let plain = #expect(throws: OAuthError.self) { try Provider.oclc(url: "http://test.example") }
    #expect(plain?.outcome == .misused)
  }
}
