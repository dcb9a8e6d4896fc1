// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

extension CompatibilityTests {
  @Test("return 0, 102 and 103 with the built-in pages")
  func builtIn() async throws {
    let world = try await IDaaSWorld.welcoming()
    func run(_ answer: ScriptedUserAgent.Answer) async -> (code: String, data: BCData) {
      let agent = StandInUser.alice.agent(answer)
      let login = BCWeiboLoginManager(Self.common(world), userAgent: agent)
      login.registWeiBoWithAppKey(
        "20454", andWithUniversalLink: "https://app.example/weibo/", enableDebugMode: true)
      #expect(!login.oauthHandleOpenURL("wb20454://x"))
      #expect(!login.handleOpenUniversalActivity(nil))
      return await Self.called {
        login.loginWeiboWithRedirectURI("", andWithCompletionCallBack: $0)
      }
    }
    let denied = await run(.deny)
    #expect(denied.code == "102")
    let done = await run(.allow)
    #expect(done.code == "0")
    #expect(done.data.dictionary?.names.sorted() == ["id_token", "session_token"])
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
