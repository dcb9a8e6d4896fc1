// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import CoatcheckWeb
import TestSupport

@Suite("A website's sessions keep the contract of every store")
struct WebContractTests {
  private static let rounds = Rounds.count(60, soak: 1000)

  @Test("in memory", arguments: WebSessionStoreContract.checks)
  func memory(_ check: WebSessionStoreContract.Check) async throws {
    let store = MemoryWebSessions()
    try await check.run(
      in: WebSessionStoreContract.Site(persists: false, rounds: Self.rounds) { store })
  }

  @Test("in SQLite", arguments: WebSessionStoreContract.checks)
  func sqlite(_ check: WebSessionStoreContract.Check) async throws {
    let folder = try Folder()
    // Several stores on one file, each with its own connections, as in several processes.
    let site = WebSessionStoreContract.Site(rounds: Self.rounds) {
      try SQLiteWebSessions(path: folder.webFile)
    }
    try await check.run(in: site)
  }
}
