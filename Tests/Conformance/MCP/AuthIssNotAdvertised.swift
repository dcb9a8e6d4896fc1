// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthIssNotAdvertised {
  @Test(
    "auth/iss-not-advertised: a callback that names nobody, where nothing was promised",
    .timeLimit(.minutes(10)))
  func taken() async throws {
    var script = MCPScript()
    script.promisesIss = nil
    script.iss = .absent
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.tokens.count == 1)
    }
  }
}
