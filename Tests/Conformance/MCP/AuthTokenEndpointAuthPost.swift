// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthTokenEndpointAuthPost {
  @Test(
    "auth/token-endpoint-auth-post: the issuer takes client_secret_post only",
    .timeLimit(.minutes(10)))
  func post() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_post"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.map(\.authorization) == [nil])
      #expect(world.server.seen.tokens.first?.form["client_secret"] == "as1-secret")
    }
  }
}
