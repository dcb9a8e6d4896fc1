// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import TestKit

@Suite("A website with sign-in keeps every row of the contract", .timeLimit(.minutes(10)))
struct WebSiteContractTests {
  // attack: W-01, W-02, W-03, W-04, W-06, W-07, W-08, W-09, W-11, W-12, W-13, W-14, W-16, W-18, W-19, W-21, W-22
  // attack: W-23, W-24, W-26, W-27, W-28, W-29, W-31, W-32, W-33, W-34, W-36, W-37, W-38, W-39, W-41, W-42, W-43, W-44, W-47
  // attack: W-48, W-49
  @Test("without a framework", arguments: WebRow.all.filter { $0.frameworks.contains(.none) })
  func bare(_ row: WebRow) async throws { try await row.body(.none) }

  @Test(
    "in Hummingbird", arguments: WebRow.all.filter { $0.frameworks.contains(.hummingbird) })
  func hummingbird(_ row: WebRow) async throws { try await row.body(.hummingbird) }

  @Test("in FlyingFox", arguments: WebRow.all.filter { $0.frameworks.contains(.flyingFox) })
  func flyingFox(_ row: WebRow) async throws { try await row.body(.flyingFox) }

  @Test(
    "with its sessions in PostgreSQL",
    arguments: WebRow.all.filter { $0.frameworks.contains(.none) })
  func postgreSQL(_ row: WebRow) async throws {
    let schema = "w" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let store = try await PostgreSQLWebSessions(
      PostgreSQLServer.shared.value.address, schema: schema, connections: 6)
    try await World.$makeStore.withValue({ store }) { try await row.body(.none) }
    await store.close()
  }

  @Test(
    "with its sessions in SQLite", arguments: WebRow.all.filter { $0.frameworks.contains(.none) })
  func sqlite(_ row: WebRow) async throws {
    let folder = try Folder()
    let store = try SQLiteWebSessions(path: folder.path + "/web.sqlite")
    try await World.$makeStore.withValue({ store }) { try await row.body(.none) }
    try await store.check()
    try await store.close()
  }
}
