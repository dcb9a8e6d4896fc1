// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthClientCredentialsBasic {
  @Test(
    "auth/client-credentials-basic: the client asks for itself, with its secret",
    .timeLimit(.minutes(10)))
  func itself() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_basic"]
    script.registers = false
    try await MCPWorld.run(script) { world in
      let identity = ClientIdentity(
        id: "conformance-test-client", authentication: .basic(Secret("conformance-test-secret")))
      let clients = try ResourceClients(
        ClientMetadata(), registered: [Issuer(world.server.issuer): identity])
      let access = try world.access(as: clients, by: .credentials)
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.map { $0.form["grant_type"] } == ["client_credentials"])
      #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
      #expect(world.server.seen.authorizations.isEmpty)
    }
  }
}
