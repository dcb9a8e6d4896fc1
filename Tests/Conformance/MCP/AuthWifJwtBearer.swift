// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Testing

struct AuthWifJwtBearer {
  @Test(
    "auth/wif-jwt-bearer: a workload shows the JWT of its platform, and a no is final",
    .timeLimit(.minutes(10)))
  func workload() async throws {
    let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    var script = MCPScript()
    script.registers = false
    script.token = { form, _ in form["assertion"] == "expired" ? "invalid_grant" : nil }
    try await MCPWorld.run(script) { world in
      let clients = try ResourceClients(
        ClientMetadata(),
        registered: [Issuer(world.server.issuer): ClientIdentity(id: "conformance-wif-workload")])
      let key = try SigningKey.generate(.es256)
      let bad = try world.access(
        as: clients, by: .grant { _, _ in .assertion(type: jwtBearer, Secret("expired")) })
      #expect(try await world.failure(with: bad)?.code == .invalidGrant)
      #expect(world.server.seen.tokens.count == 1)
      let good = try world.access(
        as: clients,
        by: .grant { server, _ in
          let claims: JSONObject = ["iss": "https://idp", "aud": .string(server.issuer.text)]
          return .assertion(type: jwtBearer, Secret(try key.sign(claims)))
        })
      #expect(try await world.call(with: good) == 200)
      let form = try #require(world.server.seen.tokens.last?.form)
      #expect(form["grant_type"] == jwtBearer)
      let assertion = try UnverifiedJWT(form["assertion"] ?? "")
        .verified(by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256])
      #expect(assertion.claims["aud"]?.stringValue == world.server.issuer)
    }
  }
}
