// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("Weibo through the browser, and on to the pages")
struct WeiboPagesTests {
  private static func flow(_ server: IDaaSTestServer) -> WebFlow {
    var flow = WebFlow(server: server)
    flow.parameters = ["pages": "1", "device": "phone", "language": "zh-CN"]
    return flow
  }

  private static func link(_ user: StandInUser, at server: IDaaSTestServer) async throws {
    let identity = SocialIdentity(
      provider: "weibo", app: "20454", subject: server.weibo.service.uid(of: user))
    _ = try await server.store.adopt(
      SocialLink(
        id: "l", identity: identity, userID: "u", createdAt: server.clock.now,
        lastUsedAt: server.clock.now),
      as: User(id: "u", name: UserName("alice")))
  }

  @Test("returns a linked user directly, with a ticket for the tokens")
  func linked() async throws {
    let server = try await IDaaSTestServer.start()
    try await Self.link(.alice, at: server)
    let flow = Self.flow(server)
    let answer = try await flow.run()
    #expect(answer["state"] == "app state" && answer["error"] == nil)
    let proof = flow.proof(try #require(answer["ticket"]))
    let reply = try await server.loginWeibo(proof)
    #expect(reply.status == 200 && reply.json["status"]?.stringValue == "SUCCESS")
    #expect(reply.json["session_token"]?.stringValue != nil)
    let again = try await server.loginWeibo(proof)
    #expect(again.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
  }

  @Test("gives the tokens only to the requesting app")
  func stolen() async throws {
    let server = try await IDaaSTestServer.start()
    try await Self.link(.alice, at: server)
    let flow = Self.flow(server)
    let thief = WebFlow(server: server)
    let ticket = try await flow.run()["ticket"]
    let wrong = try await server.loginWeibo(thief.proof(try #require(ticket)))
    #expect(wrong.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
    var elsewhere = Self.flow(server)
    elsewhere.parameters["device"] = "another phone"
    let other = try await elsewhere.run()["ticket"]
    let refused = try await server.loginWeibo(elsewhere.proof(try #require(other)))
    #expect(refused.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
  }

  @Test("leads an unknown user to the registration page, in the same browser")
  func unknownUser() async throws {
    let server = try await IDaaSTestServer.start()
    let browser = WebFlow.browser()
    let callback = try await Self.flow(server).weiboAnswer(for: .alice, in: browser)
    let answered = try await browser.get(callback)
    let location = try #require(answered.location)
    #expect(location.hasPrefix(server.origin + "/hosted/"))
    let page = try await browser.get(location)
    #expect(page.status == 200 && page.text.contains("<form"))
    // In another browser the address alone does not show the page.
    #expect(try await !WebFlow.browser().get(location).text.contains("name=\"mobile\""))
  }

  @Test("tells the app when the policy refuses an unknown user")
  func refused() async throws {
    let server = try await IDaaSTestServer.start(application: { $0.unassociated = .fail })
    let answer = try await Self.flow(server).run()
    #expect(answer["error"] == "server_error")
    #expect(answer["error_code"] == "IDAAS.SDK.LOGIN.1002")
  }

  @Test("requires a valid device")
  func noDevice() async throws {
    let server = try await IDaaSTestServer.start()
    for device in ["", String(repeating: "d", count: 257)] {
      var flow = Self.flow(server)
      flow.parameters["device"] = device
      let page = try await WebFlow.browser().get(flow.start)
      let answer = try WebFlow.query(of: try #require(page.location))
      #expect(answer["error"] == "invalid_request" && answer["error_description"] == "device")
    }
  }
}
