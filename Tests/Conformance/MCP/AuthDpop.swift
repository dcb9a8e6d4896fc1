// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthDpop {
  @Test(
    "auth/dpop: tokens are bound to a key, and every request proves it", .timeLimit(.minutes(10)))
  func bound() async throws {
    var script = MCPScript()
    script.binds = true
    script.wantsNonces = false
    try await MCPWorld.run(script) { world in
      let access = try world.access(dpop: .required())
      #expect(try await world.call(with: access) == 200)
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.authorizations.first?["dpop_jkt"] != nil)
      #expect(try await world.store.sessions().map(\.tokenType) == ["DPoP"])
      // Once without a token, then what was asked for; the first proof lacked the nonce.
      #expect(world.mcp.count("/mcp") == 3)
    }
  }
}
