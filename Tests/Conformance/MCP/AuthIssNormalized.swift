// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthIssNormalized {
  @Test("auth/iss-normalized: a callback whose issuer differs by a slash", .timeLimit(.minutes(10)))
  func refused() async throws {
    var script = MCPScript()
    script.iss = .normalized
    try await MCPWorld.run(script) { world in
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .issuerMismatch)
      #expect(world.server.seen.authorizations.count == 1)
      #expect(world.server.seen.tokens.isEmpty)
    }
  }
}
