// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Nonces that an API requires in proofs", .timeLimit(.minutes(10)))
struct ResourceNonceTests {
  @Test("The first proof has the nonce that came with the 401 to the request without a token")
  func ahead() async throws {
    let world = try await MCPWorld.start {
      $0.nonces = .required
      $0.sendsNonceAhead = true
    }
    let access = try world.access(dpop: .required())
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/mcp") == 2)
    #expect(try await world.call(with: access) == 200)
    #expect(world.mcp.count("/mcp") == 3)
  }

  // attack: C-77
  @Test("The client sends one more proof to an API that refuses every nonce, and keeps the session")
  func endless() async throws {
    let world = try await MCPWorld.start { $0.nonces = .refused }
    let access = try world.access(dpop: .required())
    let error = try await world.failure(with: access)
    #expect(error?.outcome == .refused)
    #expect(error?.code == .useDPoPNonce)
    // Without a token, with the first proof, and with the requested nonce.
    #expect(world.mcp.count("/mcp") == 3)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(try await world.store.sessions().count == 1)
  }
}
