// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthDpopNonce {
  @Test(
    "auth/dpop-nonce: both servers want their own nonces in the proofs", .timeLimit(.minutes(10)))
  func bound() async throws {
    var script = MCPScript()
    script.binds = true
    script.wantsNonces = true
    try await MCPWorld.run(script) { world in
      let access = try world.access(dpop: .required())
      #expect(try await world.call(with: access) == 200)
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.authorizations.first?["dpop_jkt"] != nil)
      #expect(try await world.store.sessions().map(\.tokenType) == ["DPoP"])
      // Once without a token, then what was asked for; the first proof lacked the nonce.
      #expect(world.mcp.count("/mcp") == 4)
    }
  }
}
