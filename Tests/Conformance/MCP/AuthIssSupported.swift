// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthIssSupported {
  @Test(
    "auth/iss-supported: a callback that names its issuer, as promised", .timeLimit(.minutes(10)))
  func taken() async throws {
    var script = MCPScript()
    script.iss = .right
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.count == 1)
    }
  }
}
