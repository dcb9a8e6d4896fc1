// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthMetadataIssuerMismatch {
  @Test(
    "auth/metadata-issuer-mismatch: a document that names another issuer is of no use",
    .timeLimit(.minutes(10)))
  func refused() async throws {
    var script = MCPScript()
    script.issuer = "https://attacker.example"
    try await MCPWorld.run(script) { world in
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .discoveryMismatch)
      #expect(world.server.seen.registrations.isEmpty)
      #expect(world.server.seen.authorizations.isEmpty)
    }
  }
}
