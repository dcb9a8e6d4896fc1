// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthMetadataVar2 {
  @Test(
    "auth/metadata-var2: the API's metadata is at the root, the issuer's at the path of a tenant",
    .timeLimit(.minutes(10)))
  func atTheRoot() async throws {
    var script = MCPScript()
    script.isNamed = false
    script.resourcePath = "/.well-known/oauth-protected-resource"
    script.metadataPath = "/.well-known/oauth-authorization-server/tenant1"
    script.prefix = "/tenant1"
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.count("/.well-known/oauth-authorization-server") == 0)
      #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base)
    }
  }
}
