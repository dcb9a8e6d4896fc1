// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthScopeStepUp {
  @Test(
    "auth/scope-step-up: a method wants more than the token is good for", .timeLimit(.minutes(10)))
  func more() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.wanted = ["tools/call": "mcp:write"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call("tools/list", with: access) == 200)
      #expect(try await world.call("tools/call", with: access) == 200)
      // What was allowed before is asked for as well.
      #expect(world.askedScopes == [["mcp:basic"], ["mcp:basic", "mcp:write"]])
      #expect(try await world.call("tools/list", with: access) == 200)
      #expect(world.askedScopes.count == 2)
    }
  }
}
