// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct Auth20250326OauthEndpointFallback {
  @Test(
    "auth/2025-03-26-oauth-endpoint-fallback: an API without any metadata", .timeLimit(.minutes(10))
  )
  func guessed() async throws {
    var script = MCPScript()
    script.resourcePath = nil
    script.metadataPath = nil
    script.isOne = true
    script.iss = .absent
    try await MCPWorld.run(script) { world in
      // Nothing is guessed unless that is wished for.
      let error = try await world.failure(with: world.access())
      #expect(error?.code == .metadataMalformed)
      #expect(world.server.seen.registrations.isEmpty)
      let access = try world.access(fallback: .origin(because: "the server is of March 2025"))
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.registrations.count == 1)
      #expect(world.server.seen.authorizations.first?["code_challenge_method"] == "S256")
    }
  }
}
