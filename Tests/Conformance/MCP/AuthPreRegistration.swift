// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthPreRegistration {
  @Test(
    "auth/pre-registration: the client was registered beforehand, and the issuer registers nobody",
    .timeLimit(.minutes(10)))
  func known() async throws {
    var script = MCPScript()
    script.registers = false
    script.methods = ["client_secret_basic"]
    try await MCPWorld.run(script) { world in
      let identity = ClientIdentity(
        id: "pre-registered-client", authentication: .basic(Secret("pre-registered-secret")))
      let clients = try ResourceClients(
        .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]),
        registered: [Issuer(world.server.issuer): identity])
      let access = try world.access(as: clients)
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
      #expect(world.server.seen.authorizations.first?["client_id"] == "pre-registered-client")
    }
  }
}
