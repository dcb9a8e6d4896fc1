// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Migrating from Kii's SDK")
struct KiiMigrationTests {
  private static let page = "Providers/Kii/migration.md"

  @Test("tokens that the app has kept become a session once, which refreshes by itself")
  func kept() async throws {
    let (world, old) = try await KiiWorld.signedIn(3600)
    let dictionary = try #require(KiiTokens(of: old)?.dictionary)
    let client = world.client
    await client.signOut(old, .localOnly)
    func keptDictionary() -> [AnyHashable: Any]? { dictionary }
    for _ in 1...2 {
      // Providers/Kii/migration.md
      if try await client.session(named: "main") == nil, let kept = keptDictionary(),
        let tokens = KiiTokens(dictionary: kept)
      {
        _ = try await client.signIn(using: .kiiTokens(tokens), storedAs: "main")
      }
      // Providers/Kii/migration.md
    }
    #expect(try await client.sessions().map(\.stored?.name) == ["main"])
    let session = try #require(try await client.session(named: "main"))
    world.kii.clock.advance(by: .seconds(3601))
    let next = try await session.accessToken().reveal()
    #expect(next != dictionary["access_token"] as? String)
  }

  @Test("the code on the page is the code of this test")
  func isThisCode() throws {
    let code = try PrintedCode(of: Self.page, ranIn: URL(filePath: #filePath))
    #expect(code.printed.contains(code.run))
  }
}
