// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

extension CompatibilityTests {
  /// Signs in with the built-in pages.
  static func builtIn(_ redirectURI: String = "https://t/x") async -> Called {
    await Called.by {
      BCWeiboLoginManager.sharedInstance().loginWeibo(
        withRedirectURI: redirectURI, andWithCompletionCallBack: $0)
    }
  }

  @Test("return 0, 102 and 103 with the built-in pages")
  func builtIn() async throws {
    let world = try await IDaaSWorld.start()
    func run(_ agent: any UserAgent) async throws -> Called {
      world.begin(at: agent)
      let login = BCWeiboLoginManager.sharedInstance()
      #expect(!login.oauthHandleOpen(try #require(URL(string: "wb20454://x"))))
      #expect(!login.handleOpenUniversalActivity(NSUserActivity(activityType: "x")))
      return await Self.builtIn("")
    }
    #expect(try await run(StandInUser.alice.agent(.deny)).code == "102")
    let failed = try await run(FailedAtWeibo())
    #expect(failed.code == "103")
    #expect(failed.text?.isEmpty == false)
    // The user is unknown, so that the page for registering appears.
    let user = WatchedUser(
      PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    let done = try await run(user)
    #expect(done.code == "0")
    #expect(done.dictionary?.names.sorted() == ["id_token", "session_token"])
    #expect(user.pages.contains { $0.contains("name=\"verify_code\"") })
  }

  @Test("return the codes of the statuses of Weibo's app")
  func app() async throws {
    let world = try await IDaaSWorld.welcoming()
    let system = StandInWeiboSystem()
    world.begin(app: system)
    for (number, (status, expected)) in [(0, "0"), (-1, "102"), (-3, "102"), (-2, "103")]
      .enumerated()
    {
      async let answer = Self.builtIn()
      try await world.answer(system, number + 1, status: status)
      let url = try #require(URL(string: "WB20454://response"))
      #expect(BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url))
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
