// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthTokenEndpointAuthNone {
  @Test("auth/token-endpoint-auth-none: the issuer takes none only", .timeLimit(.minutes(10)))
  func noProof() async throws {
    var script = MCPScript()
    script.methods = ["none"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.map(\.authorization) == [nil])
      #expect(world.server.seen.tokens.first?.form["client_secret"] == nil)
      #expect(world.server.seen.tokens.first?.form["client_id"] == "as1-client")
    }
  }
}
