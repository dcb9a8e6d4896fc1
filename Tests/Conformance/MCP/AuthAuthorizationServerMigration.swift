// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthAuthorizationServerMigration {
  @Test(
    "auth/authorization-server-migration: the API takes another issuer's tokens from now on",
    .timeLimit(.minutes(10)))
  func migrated() async throws {
    var script = MCPScript()
    script.scope = "mcp:basic"
    try await MCPWorld.run(script) { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      world.mcp.migrate(to: world.second)
      #expect(try await world.call(with: access) == 200)
      #expect(world.second.seen.registrations.count == 1)
      #expect(world.second.seen.authorizations.map { $0["client_id"] } == ["as2-client"])
      #expect(world.second.seen.tokens.map { $0.form["client_id"] } == ["as2-client"])
      // What the first issuer gave is gone.
      #expect(try await world.store.sessions().map(\.account.issuer) == [world.second.issuer])
    }
  }
}
