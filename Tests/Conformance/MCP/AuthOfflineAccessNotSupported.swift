// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthOfflineAccessNotSupported {
  @Test(
    "auth/offline-access-not-supported: the issuer has no offline_access", .timeLimit(.minutes(10)))
  func notPrompted() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic", "mcp:read"]
    script.serverScopes = ["mcp:basic", "mcp:read"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.askedScopes == [["mcp:basic", "mcp:read"]])
    }
  }
}
