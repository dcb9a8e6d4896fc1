// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthResourceMismatch {
  @Test("auth/resource-mismatch: metadata about another API is of no use", .timeLimit(.minutes(10)))
  func refused() async throws {
    var script = MCPScript()
    script.resource = "https://evil.example/mcp"
    try await MCPWorld.run(script) { world in
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .discoveryMismatch)
      #expect(world.server.seen.paths.isEmpty)
    }
  }
}
