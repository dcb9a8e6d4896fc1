// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Testing

struct AuthClientCredentialsJwt {
  @Test(
    "auth/client-credentials-jwt: the client asks for itself, with an assertion for the issuer",
    .timeLimit(.minutes(10)))
  func itself() async throws {
    var script = MCPScript()
    script.methods = ["private_key_jwt"]
    script.registers = false
    try await MCPWorld.run(script) { world in
      let (key, issuer) = (try SigningKey.generate(.es256), try Issuer(world.server.issuer))
      let identity = ClientIdentity(
        id: "conformance-test-client",
        authentication: .privateKeyJWT(key, ClientAssertion(for: issuer)))
      let clients = try ResourceClients(ClientMetadata(), registered: [issuer: identity])
      let access = try world.access(as: clients, by: .credentials)
      #expect(try await world.call(with: access) == 200)
      let form = try #require(world.server.seen.tokens.first?.form)
      let claims = try UnverifiedJWT(form["client_assertion"] ?? "").verified(
        by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256]
      ).claims
      #expect(claims["aud"]?.stringValue == issuer.text)
      #expect(claims["iss"]?.stringValue == "conformance-test-client")
      #expect(claims["sub"]?.stringValue == "conformance-test-client")
    }
  }
}
