// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// A user who opens the page and leaves it with the back button.
struct ReturningUser: UserAgent {
  let browser = TestBrowser(transport: Transports.system)

  func redirectURI() async throws(OAuthError) -> String { "http://127.0.0.1:49152/callback" }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    var page = try await browser.get(url.absoluteString)
    while let location = page.location {
      page = try await browser.get(location.contains("://") ? location : origin(of: url) + location)
    }
    let back = page.forms.first { $0.action.hasSuffix("/hosted/api/back") }
    guard let back else { throw .misused("page", "The page has no back button.") }
    var fields = Parameters()
    for field in back.fields { fields[field.name] = field.value }
    for submit in back.submits.prefix(1) {
      if let name = submit.name { fields[name] = submit.value }
    }
    let left = try await browser.post(origin(of: url) + "/hosted/api/back", fields)
    return left.location ?? ""
  }

  private func origin(of url: URL) -> String {
    "http://127.0.0.1:\(url.port ?? 0)"
  }
}

@Suite("The service's pages")
struct PagesTests {
  @Test("can be left with 104, and the sign-in stays pending")
  func back() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let error = await failure { try await pending.finish(on: ReturningUser()) }
    #expect(error?.providerCode == "104")
    #expect(error?.isCancelledByUser == true)
    // 104 is not the end: the same sign-in is finished by calls.
    let code = try await world.prove(pending, "+86-13800000000", "+8613800000000")
    #expect(try await pending.finish(.mobile("+86-13800000000"), code: code).session != nil)
  }

  @Test("are not requested for a sign-in that waits for a second factor")
  func noPage() async throws {
    let (world, first) = try await IDaaSWorld.registering()
    var json = first.json
    json["status"] = "MFA_AUTH"
    let second = try #require(try world.idaas.resume(json).pending)
    #expect(await failure { try await second.finish(on: ReturningUser()) }?.parameter == "status")
  }

  @Test("continue in the browser that returns from Weibo, and end at once for a known user")
  func oneBrowserSession() async throws {
    let world = try await IDaaSWorld.welcoming()
    let agent = StandInUser.alice.agent()
    let session = try #require(try await world.idaas.signIn(with: agent).session)
    #expect(try await world.session().account == session.account)
    #expect(session.stored?.dialect.fields["X-device-fingerprint"] == "device-1")
    try await session.refresh()
  }

  @Test("are shown by the document's classes, and the back button returns 104", .oneAtATime)
  @MainActor
  func document() async throws {
    let world = try await IDaaSWorld.start()
    let system = StandInWeiboSystem()
    world.begin(at: ReturningUser(), app: system)
    async let answer = CompatibilityTests.builtIn()
    try await world.answer(system)
    let url = try #require(URL(string: "wb20454://response"))
    #expect(BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url))
    #expect(await answer.code == "104")
  }
}
