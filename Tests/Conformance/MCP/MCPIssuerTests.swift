// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPIssuerTests {
  /// The issuer in the authorization response, and whether the metadata announces it.
  struct Response: Sendable {
    let iss: MCPScript.Iss
    let isAnnounced: Bool?
  }

  private func world(_ row: Case<Response>) async throws -> MCPWorld {
    try await MCPWorld.start {
      $0.iss = row.value.iss
      $0.announcesIss = row.value.isAnnounced
    }
  }

  @Test(
    "The client accepts the authorization response",
    arguments: [
      Case("auth/iss-not-advertised", Response(iss: .absent, isAnnounced: nil)),
      Case("auth/iss-supported", Response(iss: .right, isAnnounced: true)),
    ])
  func accepted(_ row: Case<Response>) async throws {
    let world = try await world(row)
    #expect(try await world.call(with: world.access()) == 200)
    #expect(world.server.seen.tokens.count == 1)
  }

  @Test(
    "The client refuses the authorization response",
    arguments: [
      // The issuer differs by a slash.
      Case("auth/iss-normalized", Response(iss: .normalized, isAnnounced: true)),
      Case("auth/iss-supported-missing", Response(iss: .absent, isAnnounced: true)),
      Case("auth/iss-unexpected", Response(iss: .wrong, isAnnounced: nil)),
      Case("auth/iss-wrong-issuer", Response(iss: .wrong, isAnnounced: true)),
    ])
  func refused(_ row: Case<Response>) async throws {
    let world = try await world(row)
    #expect(try await world.failure(with: world.access())?.code == .issuerMismatch)
    #expect(world.server.seen.authorizations.count == 1)
    #expect(world.server.seen.tokens.isEmpty)
  }
}
