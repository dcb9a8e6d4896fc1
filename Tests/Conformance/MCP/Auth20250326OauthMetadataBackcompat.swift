// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct Auth20250326OauthMetadataBackcompat {
  @Test(
    "auth/2025-03-26-oauth-metadata-backcompat: an API without metadata, which is its own issuer",
    .timeLimit(.minutes(10)))
  func ownIssuer() async throws {
    var script = MCPScript()
    script.resourcePath = nil
    script.isOne = true
    script.prefix = "/oauth"
    try await MCPWorld.run(script) { world in
      let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.count == 1)
    }
  }
}
