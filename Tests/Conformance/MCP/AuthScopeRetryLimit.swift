// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthScopeRetryLimit {
  @Test("auth/scope-retry-limit: a server that is never satisfied", .timeLimit(.minutes(10)))
  func givenUp() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    script.wanted = ["tools/call": "mcp:admin"]
    script.isNeverSatisfied = true
    try await MCPWorld.run(script) { world in
      let error = try await world.failure("tools/call", with: world.access())
      #expect(error == .refused(.insufficientScope, ""))
      #expect((1...3).contains(world.askedScopes.count))
    }
  }
}
