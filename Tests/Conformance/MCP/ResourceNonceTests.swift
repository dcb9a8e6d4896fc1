// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Nonces that an API wants in proofs", .timeLimit(.minutes(10)))
struct ResourceNonceTests {
  private func script(_ change: (inout MCPScript) -> Void) -> MCPScript {
    var script = MCPScript()
    (script.binds, script.wantsNonces) = (true, true)
    change(&script)
    return script
  }

  @Test("One that comes with the first refusal is in the first proof")
  func ahead() async throws {
    let world = try await MCPWorld.start(script { $0.givesNonceAhead = true })
    let access = try world.access(dpop: .required())
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/mcp") == 2)
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/mcp") == 3)
  }

  // attack: C-77
  @Test("An API that is never content with one is asked twice, and nobody signs in again for it")
  func endless() async throws {
    let world = try await MCPWorld.start(script { $0.isNonceNeverRight = true })
    let access = try world.access(dpop: .required())
    let error = try await world.failure(with: access)
    #expect(error?.outcome == .refused)
    #expect(error?.code == .useDPoPNonce)
    // Without a token, with the first proof, and with the nonce that was asked for.
    #expect(world.mcp.count("/mcp") == 3)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(try await world.store.sessions().count == 1)
  }
}
