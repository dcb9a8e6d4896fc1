// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthScopeFromWwwAuthenticate {
  @Test(
    "auth/scope-from-www-authenticate: the challenge says what to ask for", .timeLimit(.minutes(10))
  )
  func fromTheChallenge() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.resourceScopes = ["mcp:basic", "mcp:other"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.askedScopes == [["mcp:basic"]])
    }
  }
}
