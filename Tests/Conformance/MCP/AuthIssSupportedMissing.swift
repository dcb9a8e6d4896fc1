// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthIssSupportedMissing {
  @Test(
    "auth/iss-supported-missing: a callback that names nobody in spite of the promise",
    .timeLimit(.minutes(10)))
  func refused() async throws {
    var script = MCPScript()
    script.iss = .absent
    try await MCPWorld.run(script) { world in
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .issuerMismatch)
      #expect(world.server.seen.authorizations.count == 1)
      #expect(world.server.seen.tokens.isEmpty)
    }
  }
}
