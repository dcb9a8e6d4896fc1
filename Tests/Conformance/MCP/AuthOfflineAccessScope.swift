// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Testing

struct AuthOfflineAccessScope {
  @Test(
    "auth/offline-access-scope: the issuer has offline_access, and the client stays signed in",
    .timeLimit(.minutes(10)))
  func asked() async throws {
    var script = MCPScript()
    script.resourceScopes = ["mcp:basic"]
    script.serverScopes = ["mcp:basic", "offline_access"]
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.askedScopes == [["mcp:basic", "offline_access"]])
      let asked = world.server.seen.registrations.first?["grant_types"]?.arrayValue
      #expect(asked?.contains("refresh_token") == true)
    }
  }
}
