// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeibo
import CoatcheckWeiboTesting
import TestKit

@Suite("Weibo as a provider", .timeLimit(.minutes(10)))
struct WeiboProviderTests {
  private struct World {
    let weibo: StandIn<WeiboService>
    let client: Client
    let store = MemoryTokenStore()

    init(
      _ manner: WeiboBehaviour = WeiboBehaviour(), secret: String = "app secret",
      answer: ScriptedUserAgent.Answer = .allow
    ) async throws {
      let clock = TestClock()
      weibo = try await StandIn.start(WeiboService(manner: manner), clock: clock)
      client = Client(
        of: try .weibo(base: weibo.url), id: "20454", secret: Secret(secret), store: store,
        transport: Transports.system
      ) {
        $0.redirect = .fixed("http://127.0.0.1:49152/callback")
        $0.userAgent = StandInUser.alice.agent(answer)
        $0.environment = clock.environment
      }
    }

    func request(_ path: String) -> HTTPRequest {
      HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1:\(weibo.port)", path: path)
    }
  }

  @Test(
    "signs in with commas between the scopes, and the uid identifies the user",
    arguments: [false, true], [false, true])
  func signIn(uidIsNumber: Bool, callsTokensText: Bool) async throws {
    var manner = WeiboBehaviour()
    manner.uidIsNumber = uidIsNumber
    manner.callsTokensText = callsTokensText
    let world = try await World(manner)
    let session = try await world.client.signIn(
      scopes: ["email", "follow_app_official_microblog"], storedAs: "main")
    let authorize = try #require(world.weibo.received("/oauth2/authorize").first)
    let asked = try Parameters(decoding: authorize.query)
    #expect(asked["scope"] == "email,follow_app_official_microblog")
    #expect(asked["code_challenge"] == nil && asked["state"] != nil)
    let token = try #require(world.weibo.received("/oauth2/access_token").first)
    let form = try Parameters(bytes: token.body)
    #expect(form["client_secret"] == "app secret" && form["code_verifier"] == nil)
    #expect(token.query.isEmpty)
    #expect(session.account.subject == "1404376560")
  }

  @Test("sends the token with the scheme OAuth2")
  func presentation() async throws {
    let world = try await World()
    let session = try await world.client.signIn(scopes: [], storedAs: "main")
    let request = world.request("/2/users/show.json?uid=1404376560")
    let (head, body) = try await session.data(for: request)
    #expect(head.status == .ok)
    let json = try JSONObject(parsing: [UInt8](body))
    #expect(json["screen_name"]?.stringValue == "alice")
    let field = try #require(
      world.weibo.received("/2/users/show.json").first?.head.headerFields[.authorization])
    #expect(field.hasPrefix("OAuth2 2.00"))
  }

  @Test("requires a new sign-in when the token was revoked and cannot be refreshed")
  func withdrawn() async throws {
    let world = try await World()
    let session = try await world.client.signIn(scopes: [], storedAs: "main")
    world.weibo.withdraw(.alice)
    let request = world.request("/2/account/get_uid.json")
    let error = await failure { try await session.data(for: request) }
    switch error?.errorClass {
    case .interactionRequired, .sessionEnded: break
    default: Issue.record("It is \(String(describing: error)).")
    }
  }

  @Test("refreshes an expired token where Weibo gave a refresh token")
  func refresh() async throws {
    var manner = WeiboBehaviour()
    manner.givesRefreshTokens = true
    let world = try await World(manner)
    let session = try await world.client.signIn(scopes: [], storedAs: "main")
    world.weibo.clock.advance(by: .seconds(7 * 86_400))
    let request = world.request("/2/account/get_uid.json")
    let (head, _) = try await session.data(for: request)
    #expect(head.status == .ok)
    #expect(world.weibo.received("/oauth2/access_token").count == 2)
  }

  @Test("reports a denial, and a wrong secret")
  func refusals() async throws {
    let denied = try await World(answer: .deny)
    let no = await failure { try await denied.client.signIn(scopes: [], storedAs: "main") }
    #expect(no?.code == .accessDenied)
    await denied.weibo.stop()
    let wrong = try await World(secret: "wrong")
    let error = await failure { try await wrong.client.signIn(scopes: [], storedAs: "main") }
    #expect(error?.code == .invalidClient && error?.providerCode == "21324")
  }

  @Test(
    "maps Weibo's error numbers to the error codes of OAuth",
    arguments: [
      (21322, OAuthError.Code.redirectURIMismatch, OAuthError.Outcome.refused),
      (21323, .invalidRequest, .refused), (21324, .invalidClient, .refused),
      (21325, .invalidGrant, .refused), (21326, .unauthorizedClient, .refused),
      (21327, .invalidToken, .refused), (21328, .unsupportedGrantType, .refused),
      (21329, .unsupportedResponseType, .refused), (21330, .accessDenied, .refused),
      (21331, .temporarilyUnavailable, .unreachable), (21332, .invalidToken, .refused),
      (10001, .temporarilyUnavailable, .unreachable),
      (10023, .temporarilyUnavailable, .unreachable),
      (20003, OAuthError.Code(rawValue: "some word"), .refused),
    ])
  func numbers(number: Int, code: OAuthError.Code, outcome: OAuthError.Outcome) throws {
    for text in ["\(number)", "\"\(number)\""] {
      let body = #"{"error":"some word","error_code":\#(text),"request":"/2/x"}"#
      let error = try #require(
        ProviderErrors.weibo.error(
          from: "Weibo", head: HTTPResponse(status: .ok), body: Data(body.utf8)))
      #expect(error.code == code && error.outcome == outcome)
      #expect(error.providerCode == "\(number)")
    }
  }

  @Test(
    "does not read a response without a number as an error of Weibo",
    arguments: [
      "{}", "[]", "", #"{"error":"x"}"#, #"{"error_code":"abc"}"#, #"{"error_code":null}"#,
    ]
  )
  func noError(body: String) {
    #expect(
      ProviderErrors.weibo.error(
        from: "Weibo", head: HTTPResponse(status: .badRequest), body: Data(body.utf8)) == nil)
  }

  @Test("is stored with a session and read again")
  func stored() throws {
    let provider = try Provider.weibo(forcesLogin: true)
    let json = try JSONObject(parsing: provider.dialect.json.serialized())
    #expect(try Dialect(json: json) == provider.dialect)
    #expect(provider.metadata.tokenEndpoint?.text == "https://api.weibo.com/oauth2/access_token")
    let error = #expect(throws: OAuthError.self) {
      try Provider.weibo(base: "http://weibo.example")
    }
    #expect(error?.code == .insecureEndpoint)
  }
}
