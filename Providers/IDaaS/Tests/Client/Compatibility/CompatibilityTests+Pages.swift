// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

extension CompatibilityTests {
  @Test("return 0, 102 and 103 with the built-in pages")
  func builtIn() async throws {
    let world = try await IDaaSWorld.start()
    func run(_ agent: any UserAgent) async -> (code: String, data: BCData) {
      let login = BCWeiboLoginManager(Self.common(world), userAgent: agent)
      login.registWeiBoWithAppKey(
        "20454", andWithUniversalLink: "https://app.example/weibo/", enableDebugMode: true)
      #expect(!login.oauthHandleOpenURL("wb20454://x"))
      #expect(!login.handleOpenUniversalActivity(nil))
      return await Self.called {
        login.loginWeiboWithRedirectURI("", andWithCompletionCallBack: $0)
      }
    }
    let denied = await run(StandInUser.alice.agent(.deny))
    #expect(denied.code == "102")
    let failed = await run(FailedAtWeibo())
    #expect(failed.code == "103")
    #expect(failed.data.text?.isEmpty == false)
    // The user is unknown, so that the page for registering appears.
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    let done = await run(user)
    #expect(done.code == "0")
    #expect(done.data.dictionary?.names.sorted() == ["id_token", "session_token"])
    #expect(user.pages.contains { $0.contains("name=\"verify_code\"") })
  }

  @Test("return the codes of the statuses of Weibo's app")
  func app() async throws {
    let world = try await IDaaSWorld.welcoming()
    let system = StandInWeiboSystem()
    let registration = try WeiboRegistration(appKey: "20454")
    let agent = ScriptedUserAgent(username: "", password: Secret(""), transport: Transports.system)
    let login = BCWeiboLoginManager(
      Self.common(world), app: WeiboAppSwitch(registration, system: system), userAgent: agent)
    login.registWeiBoWithAppKey("20454", andWithUniversalLink: "", enableDebugMode: false)
    let (token, uid) = world.token()
    var opened = 0
    for (status, expected) in [(0, "0"), (-1, "102"), (-3, "102"), (-2, "103")] {
      opened += 1
      let wanted = opened
      async let answer = Self.called {
        login.loginWeiboWithRedirectURI("https://t/x", andWithCompletionCallBack: $0)
      }
      while system.opened.count < wanted { await Task.yield() }
      try system.answer([
        "__class": "WBAuthorizeResponse",
        "requestID": try #require(try system.request()["requestID"] as? String),
        "statusCode": status, "accessToken": token.reveal(), "userID": uid,
      ])
      #expect(login.oauthHandleOpenURL("WB20454://response"))
      #expect(await answer.code == expected)
    }
  }
}

/// A user at whose sign-in Weibo reports that the redirect URI is not the registered one.
struct FailedAtWeibo: UserAgent {
  func redirectURI() async throws(OAuthError) -> String { "http://127.0.0.1:49152/callback" }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let browser = TestBrowser(transport: Transports.system)
    let start = try await browser.get(page.url.absoluteString)
    let query = (start.location ?? "").drop { $0 != "?" }.dropFirst()
    let state = try Parameters(decoding: query)["state"] ?? ""
    let answer: Parameters = [
      "error": "redirect_uri_mismatch", "error_code": "21322", "state": state,
    ]
    let back = try await browser.get(
      "http://127.0.0.1:\(page.url.port ?? 0)/api/v1/login/weibo?" + answer.encoded)
    return back.location ?? ""
  }
}
