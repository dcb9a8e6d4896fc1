// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@Suite("A session token that the app has kept")
struct AdoptTests {
  /// A tenant whose user signed in with the vendor's SDK, and the token that the app has kept.
  private func kept() async throws -> (world: IDaaSWorld, token: Secret, subject: String) {
    let (world, session) = try await IDaaSWorld.signedIn()
    let token = try #require(session.stored?.refreshToken)
    try await world.store.remove(session.account)
    return (world, token, session.account.subject)
  }

  @Test("becomes a session without asking the user, and is refreshed like any other")
  func adopted() async throws {
    let (world, token, subject) = try await kept()
    let session = try await world.idaas.adopt(sessionToken: token, storedAs: "main")
    #expect(session.account.subject == subject)
    let stored = try #require(try await world.idaas.session(named: "main")?.stored)
    #expect(stored.refreshToken?.matches(token) == false)
    world.server.clock.advance(by: .seconds(7_300))
    let user = try await world.idaas.verify(session.accessToken())
    #expect(user.id == subject)
  }

  @Test("becomes a session once, by the code of the page for the vendor's SDK")
  func printed() async throws {
    let (world, token, subject) = try await kept()
    let idaas = world.idaas
    func keptSessionToken() -> Secret? { token }
    for _ in 1...2 {
      // Providers/IDaaS/migration.md
      if try await idaas.session(named: "main") == nil, let kept = keptSessionToken() {
        _ = try await idaas.adopt(sessionToken: kept, storedAs: "main")
      }
      // Providers/IDaaS/migration.md
    }
    #expect(try await idaas.session(named: "main")?.account.subject == subject)
    let code = try PrintedCode(
      of: "Providers/IDaaS/migration.md", ranIn: URL(filePath: #filePath))
    #expect(code.printed.contains(code.run))
  }

  @Test("that the service does not know is refused, and nothing is stored")
  func refused() async throws {
    let (world, token, _) = try await kept()
    world.server.clock.advance(by: .seconds(432_001))
    let error = await failure { try await world.idaas.adopt(sessionToken: token) }
    #expect(error?.returnCode == .expired)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("stays usable while the service cannot be reached")
  func unreachable() async throws {
    let (world, token, _) = try await kept()
    world.transport.isDown = true
    let error = await failure { try await world.idaas.adopt(sessionToken: token) }
    #expect(error?.isTransient == true)
    world.transport.isDown = false
    _ = try await world.idaas.adopt(sessionToken: token)
  }
}
