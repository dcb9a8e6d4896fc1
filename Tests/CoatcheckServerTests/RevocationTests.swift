// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("revocation", .world)
struct RevocationTests {
  // attack: U-07
  @Test("a client revokes its own grants with any of their tokens, and not those of other clients")
  func revocation() async throws {
    func revoke(_ token: String, as client: TestClient = .publicApp) async throws -> WireReply {
      var form: Query = ["token": token]
      if client.secret == nil { form["client_id"] = client.registration.id }
      return try await world.wire.post("/revoke", form: form.encoded, client.authorization)
    }
    for unknown in ["unknown", "cc_rt_x", "e30.e30.c2ln"] {
      #expect(try await revoke(unknown).status == 200)
    }

    let tokens = try await world.signIn()
    for token in [tokens.refresh, tokens.access] {
      #expect(try await revoke(token, as: .web).isRefused("unauthorized_client"))
    }
    #expect(try await world.userInfo(tokens.access).status == 200)
    let renewed = try await world.renewed(tokens.refresh)

    // The refresh token revokes its whole family, with all older tokens.
    #expect(try await revoke(renewed.refresh).status == 200)
    #expect(try await world.userInfo(tokens.access).status == 401)
    #expect(try await world.userInfo(renewed.access).status == 401)
    #expect(try await world.refresh(renewed.refresh).error == "invalid_grant")
    #expect(try await revoke(renewed.refresh).status == 200)

    let second = try await world.signIn()
    #expect(try await revoke(second.access).status == 200)
    #expect(try await world.userInfo(second.access).status == 401)

    let get = try await world.wire.send("GET", "/revoke?token=\(second.refresh)&client_id=app")
    #expect(get.status == 405)
    #expect(get["allow"] == ["POST"])
  }

  // attack: V-07
  @Test("an access token for a resource server revokes its family like any other")
  func tokenForAnAPI() async throws {
    let client = TestClient.web.with { $0.metadata.resources = ["https://api.example"] }
    try await world.add(client)
    var ask = Ask(client)
    ask.parameters.append(["https://api.example"], to: "resource")
    let tokens = try await world.signIn(ask)
    #expect(try await world.revoke(tokens.access, as: client).status == 200)
    #expect(try await world.introspect(tokens.access, as: client).json["active"] == false)
    #expect(try await world.refresh(tokens.refresh, as: client).error == "invalid_grant")
  }

  @Test("revocation requires client authentication")
  func authentication() async throws {
    let ask = Ask(.web)
    let tokens = try await world.signIn(ask)
    let reply = try await world.wire.post("/revoke", form: "client_id=web&token=\(tokens.refresh)")
    #expect(reply.status == 401)
    #expect(try await world.userInfo(tokens.access).status == 200)
    let own = try Tokens(await world.credentials())
    let unsupported = try await world.wire.post(
      "/revoke", form: "token=\(own.access)", TestClient.service.authorization)
    #expect(unsupported.error == "unsupported_token_type")
  }
}
