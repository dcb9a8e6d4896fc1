// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthIssUnexpected {
  @Test(
    "auth/iss-unexpected: a callback of another issuer, where nothing was promised",
    .timeLimit(.minutes(10)))
  func refused() async throws {
    var script = MCPScript()
    script.promisesIss = nil
    script.iss = .wrong
    try await MCPWorld.run(script) { world in
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .issuerMismatch)
      #expect(world.server.seen.authorizations.count == 1)
      #expect(world.server.seen.tokens.isEmpty)
    }
  }
}
