// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthMetadataVar3 {
  @Test(
    "auth/metadata-var3: both documents are where only the challenge and the old rule lead",
    .timeLimit(.minutes(10)))
  func elsewhere() async throws {
    var script = MCPScript()
    script.resourcePath = "/custom/metadata/location.json"
    script.metadataPath = "/tenant1/.well-known/openid-configuration"
    script.prefix = "/tenant1"
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
      #expect(world.server.seen.tokens.count == 1)
    }
  }
}
