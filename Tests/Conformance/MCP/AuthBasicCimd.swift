// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthBasicCimd {
  @Test(
    "auth/basic-cimd: the client id is the address of the client's metadata",
    .timeLimit(.minutes(10)))
  func byAddress() async throws {
    var script = MCPScript()
    script.takesAddresses = true
    try await MCPWorld.run(script) { world in
      let address = "https://conformance-test.local/client-metadata.json"
      let clients = try ResourceClients(
        .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]),
        metadataDocument: Endpoint(address))
      let access = try world.access(as: clients)
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.registrations.isEmpty)
      #expect(world.server.seen.authorizations.first?["client_id"] == address)
      #expect(world.server.seen.tokens.first?.form["client_id"] == address)
    }
  }
}
