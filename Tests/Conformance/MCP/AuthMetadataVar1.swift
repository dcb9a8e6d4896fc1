// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthMetadataVar1 {
  @Test(
    "auth/metadata-var1: the API's metadata is at its path, the issuer's is OpenID Connect's",
    .timeLimit(.minutes(10)))
  func atItsPath() async throws {
    var script = MCPScript()
    script.isNamed = false
    script.metadataPath = "/.well-known/openid-configuration"
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.mcp.count("/.well-known/oauth-protected-resource/mcp") == 1)
      #expect(world.server.seen.tokens.count == 1)
    }
  }
}
