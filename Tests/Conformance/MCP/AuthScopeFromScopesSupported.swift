// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthScopeFromScopesSupported {
  @Test(
    "auth/scope-from-scopes-supported: the API's metadata says what to ask for",
    .timeLimit(.minutes(10)))
  func fromTheMetadata() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic", "mcp:read", "mcp:write"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.askedScopes == [["mcp:basic", "mcp:read", "mcp:write"]])
    }
  }
}
