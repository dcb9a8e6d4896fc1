// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthMetadataDefault {
  @Test("auth/metadata-default: the challenge names the API's metadata", .timeLimit(.minutes(10)))
  func named() async throws {
    try await MCPWorld.run { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.mcp.count("/.well-known/oauth-protected-resource/mcp") == 1)
      #expect(world.mcp.count("/.well-known/oauth-protected-resource") == 0)
      #expect(world.server.seen.registrations.count == 1)
      #expect(world.server.seen.authorizations.first?["resource"] == world.mcp.base + "/mcp")
      #expect(world.server.seen.tokens.first?.form["resource"] == world.mcp.base + "/mcp")
    }
  }
}
