// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Testing

struct AuthScopeOmittedWhenUndefined {
  @Test("auth/scope-omitted-when-undefined: nobody says what to ask for", .timeLimit(.minutes(10)))
  func omitted() async throws {
    try await MCPWorld.run { world in
      let access = try world.access()
      #expect(try await world.call(with: access) == 200)
      #expect(world.server.seen.authorizations.first?.names.contains("scope") == false)
    }
  }
}
