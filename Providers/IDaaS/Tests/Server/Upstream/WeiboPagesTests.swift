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

  private static func proof(_ flow: WebFlow, _ ticket: String?) throws -> JSONObject {
    [
      "ticket": .string(try #require(ticket)),
      "code_verifier": .string(flow.pkce.verifier.reveal()),
    ]
  }

  private static func link(_ person: StandInUser, at server: IDaaSTestServer) async throws {
    let identity = SocialIdentity(
      provider: "weibo", app: "20454", subject: server.weibo.service.uid(of: person))
    _ = try await server.store.adopt(
      SocialLink(
        id: "l", identity: identity, userID: "u", createdAt: server.clock.now,
        lastUsedAt: server.clock.now),
      as: User(id: "u", name: UserName("alice")))
  }

  @Test("brings somebody who is linked straight back, with a ticket for the tokens")
  func linked() async throws {
    let server = try await IDaaSTestServer.start()
    try await Self.link(.alice, at: server)
    let flow = Self.flow(server)
    let answer = try await flow.run()
    #expect(answer["state"] == "app state" && answer["error"] == nil)
    let proof = try Self.proof(flow, answer["ticket"])
    let reply = try await server.loginWeibo(proof)
    #expect(reply.status == 200 && reply.json["status"]?.stringValue == "SUCCESS")
    #expect(reply.json["session_token"]?.stringValue != nil)
    let again = try await server.loginWeibo(proof)
    #expect(again.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
  }

  @Test("gives the tokens to nobody else than whoever asked")
  func stolen() async throws {
    let server = try await IDaaSTestServer.start()
    try await Self.link(.alice, at: server)
    let flow = Self.flow(server)
    let thief = WebFlow(server: server)
    let ticket = try await flow.run()["ticket"]
    let wrong = try await server.loginWeibo(Self.proof(thief, ticket))
    #expect(wrong.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
    var elsewhere = Self.flow(server)
    elsewhere.parameters["device"] = "another phone"
    let other = try await elsewhere.run()["ticket"]
    let refused = try await server.loginWeibo(Self.proof(elsewhere, other))
    #expect(refused.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
  }

  @Test("leads a stranger to the page for registering, in the same browser")
  func stranger() async throws {
    let server = try await IDaaSTestServer.start()
    let browser = WebFlow.browser()
    let callback = try await Self.flow(server).weiboAnswer(for: .alice, in: browser)
    let answered = try await browser.get(callback)
    let location = try #require(answered.location)
    #expect(location.hasPrefix(server.origin + "/hosted/"))
    let page = try await browser.get(location)
    #expect(page.status == 200 && page.text.contains("<form"))
    // The address alone opens nothing in another browser.
    #expect(try await !WebFlow.browser().get(location).text.contains("name=\"mobile\""))
  }

  @Test("tells the app when the policy refuses a stranger")
  func refused() async throws {
    let server = try await IDaaSTestServer.start(application: { $0.unassociated = .fail })
    let answer = try await Self.flow(server).run()
    #expect(answer["error"] == "server_error")
    #expect(answer["error_code"] == "IDAAS.SDK.LOGIN.1002")
  }

  @Test("needs to know the installation that goes on with it")
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
