// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthTokenEndpointAuthBasic {
  @Test(
    "auth/token-endpoint-auth-basic: the issuer takes client_secret_basic only",
    .timeLimit(.minutes(10)))
  func basic() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_basic"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      // as1-client:as1-secret
      let sent = world.server.seen.tokens.map(\.authorization)
      #expect(sent == ["Basic YXMxLWNsaWVudDphczEtc2VjcmV0"])
      #expect(world.server.seen.tokens.first?.form["client_secret"] == nil)
    }
  }
}
