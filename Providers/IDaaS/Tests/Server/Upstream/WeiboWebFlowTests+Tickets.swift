// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// The tickets of the flow.
extension WeiboWebFlowTests {
  // attack: I-08
  @Test("accepts no handle of another kind as a state or a ticket")
  func otherKinds() async throws {
    let (server, flow) = try await WebFlow.started()
    let browser = WebFlow.browser()
    let callback = try await flow.weiboAnswer(for: .alice, in: browser)
    let state = try #require(WebFlow.query(of: callback)["state"])
    let asTicket = try await server.loginWeibo(flow.proof(state))
    #expect(asTicket.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
    let location = try #require(try await browser.get(callback).location)
    let ticket = try #require(WebFlow.query(of: location)["ticket"])
    let asState = try await browser.get(
      server.origin + "/api/v1/login/weibo?code=x&state=\(ticket)")
    #expect(asState.status == 400 && asState.location == nil)
  }

  // attack: I-24
  @Test("refuses a ticket without the verifier of the requesting app, and ends it")
  func stolenTicket() async throws {
    let (server, flow) = try await WebFlow.started()
    let ticket = try #require(try await flow.run()["ticket"])
    // A ticket without a verifier, or a verifier without a ticket, is refused and uses nothing up.
    let halves: [JSONObject] = [
      ["ticket": .string(ticket)],
      ["code_verifier": .string(flow.pkce.verifier.reveal())],
    ]
    for half in halves {
      let answer = try await server.loginWeibo(half)
      #expect(answer.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1001")
    }
    let wrong = try await server.loginWeibo(WebFlow(server: server).proof(ticket))
    #expect(wrong.status == 400)
    #expect(wrong.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
    let right = try await server.loginWeibo(flow.proof(ticket))
    #expect(right.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
  }

  // attack: I-24
  @Test("refuses a ticket after a minute, and at another application")
  func strayTicket() async throws {
    let server = try await IDaaSTestServer.start(tenant: { application in
      FixedTenant(applications: [application, Self.other(application)], areaCodes: .usual)
    })
    let flow = WebFlow(server: server)
    func ticket() async throws -> String { try #require(try await flow.run()["ticket"]) }
    let elsewhere = try await server.loginWeibo(flow.proof(ticket()), client: "2")
    #expect(elsewhere.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1006")
    let proof = try await flow.proof(ticket())
    server.clock.advance(by: .seconds(60))
    let late = try await server.loginWeibo(proof)
    #expect(late.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
  }

  private static func other(_ application: TenantApplication) -> TenantApplication {
    var other = application
    other.id = "2"
    return other
  }
}
