// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

/// An app that signs users in through the browser.
struct WebFlow {
  let server: IDaaSTestServer
  let pkce = PKCE(environment: .live)
  var redirect = "http://127.0.0.1:49152/callback"
  var state = "app state"
  var parameters: Parameters = [:]

  /// The address the app opens.
  var start: String {
    var query: Parameters = [
      "client_id": "app", "redirect_uri": redirect, "state": state,
      "code_challenge": pkce.challenge, "code_challenge_method": "S256",
    ]
    for (name, value) in parameters.pairs { query[name] = value }
    return server.origin + "/api/v1/login/weibo/start?" + query.encoded
  }

  /// A server, and an app at it.
  static func started() async throws -> (server: IDaaSTestServer, flow: WebFlow) {
    let server = try await IDaaSTestServer.start()
    return (server, WebFlow(server: server))
  }

  /// The ticket and the code verifier, which the app sends to get the tokens.
  func proof(_ ticket: String) -> JSONObject {
    ["ticket": .string(ticket), "code_verifier": .string(pkce.verifier.reveal())]
  }

  /// A browser.
  static func browser(cookies: CookieJar = CookieJar()) -> TestBrowser {
    TestBrowser(transport: Transports.system, cookies: cookies)
  }

  /// Completes the pages as a user, and returns the response to the app.
  func run(
    as user: StandInUser = .alice, answer: ScriptedUserAgent.Answer = .allow,
    cookies: CookieJar = CookieJar()
  ) async throws -> Parameters {
    let agent = user.agent(answer, redirectURI: redirect, cookies: cookies)
    guard let url = URL(string: start) else { throw OAuthError.misused("url", "None.") }
    return try Self.query(of: await agent.authorize(at: url))
  }

  /// Stops at Weibo's response, which is not delivered.
  ///
  /// - Returns: The address that Weibo sends the browser to.
  func weiboAnswer(for user: StandInUser, in browser: TestBrowser) async throws -> String {
    let page = try await browser.get(start)
    guard let authorize = page.location else {
      throw OAuthError.misused("start", "There is no redirect: \(page.status) \(page.text)")
    }
    let answered = try await browser.post(
      authorize,
      [
        "username": user.username, "password": user.password.reveal(), "answer": "allow",
      ])
    guard let callback = answered.location else {
      throw OAuthError.misused("authorize", "There is no redirect: \(answered.status)")
    }
    return callback
  }

  static func query(of address: String) throws -> Parameters {
    let query = address.firstIndex(of: "?").map { address[address.index(after: $0)...] } ?? ""
    return try Parameters(decoding: query)
  }
}

extension IDaaSTestServer {
  /// Signs in with a proof: E5.
  func loginWeibo(
    _ body: JSONObject, client: String = "app"
  ) async throws -> (status: Int, json: JSONObject) {
    let response = try await call(.post, WeiboLogin.path, body, device: "phone", client: client)
    return (response.head.status.code, try JSONObject(parsing: [UInt8](response.body)))
  }
}
