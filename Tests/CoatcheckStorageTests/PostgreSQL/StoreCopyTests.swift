// SPDX-License-Identifier: Apache-2.0
import GRDB
import ServerStoreContracts
import TestKit

@Suite("A copied store")
struct StoreCopyTests {
  /// The content of a file, row by row, without row numbers that are valid only in the file.
  private static func contents(of path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      return try tables.flatMap { table in
        let columns = try database.columns(in: table).map(\.name).filter {
          $0 != "key" || ["family", "password_history"].contains(table)
        }
        return try Row.fetchAll(
          database,
          sql: """
            SELECT \(columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")) AS text
            FROM "\(table)" WHERE \(table == "state" ? "name LIKE 'sweep%'" : "1") ORDER BY 1
            """
        ).map { "\(table) \($0["text"] as String? ?? "")" }
      }
    }
  }

  private static func fill(_ store: SQLiteStore, seed: UInt64) async {
    var issuer = RandomVerbs(seed: seed)
    var social = RandomSocialVerbs(seed: seed)
    for _ in 0..<600 {
      _ = await issuer.next().outcome(on: store)
      _ = await social.next().outcome(on: store)
    }
  }

  @Test("is usable in PostgreSQL, and unchanged when copied back", arguments: [UInt64(1), 2])
  func there(_ seed: UInt64) async throws {
    let folder = try Folder()
    let before = try await SQLiteStore(path: folder.file)
    await Self.fill(before, seed: seed)
    try await before.close()
    let database = try await PostgreSQLServer.shared.value.freshDatabase()
    let place = StoreCopy.Place.postgreSQL(database, .required)
    let away = try await StoreCopy(from: .file(folder.file), to: place).run()
    #expect(away.count { $0.rows > 0 } > 12, "\(away)")
    let back = try await StoreCopy(from: place, to: .file(folder.path + "/back.sqlite")).run()
    #expect(back == away)
    #expect(
      try Self.contents(of: folder.path + "/back.sqlite") == Self.contents(of: folder.file))
    // New rows get numbers after those of the copied ones.
    let store = try await PostgreSQLStore(database)
    try await IssuerStoreContract.checks.first { $0.name.contains("rotate one token") }?.run(store)
    await store.close()
    let again = try await SQLiteStore(path: folder.path + "/back.sqlite")
    try await again.ping()
    try await again.close()
  }

  @Test("does not overwrite an existing store, and is not read from a missing one")
  func refused() async throws {
    let folder = try Folder()
    let store = try await SQLiteStore(path: folder.file)
    _ = try await store.save(User(id: "u", name: UserName("u")))
    try await store.close()
    let database = try await PostgreSQLServer.shared.value.freshDatabase()
    let place = StoreCopy.Place.postgreSQL(database, .required)
    _ = try await StoreCopy(from: .file(folder.file), to: place).run()
    let rows: [(source: StoreCopy.Place, target: StoreCopy.Place, text: String)] = [
      (.file(folder.file), place, "the database has a store already"),
      (place, .file(folder.file), "there is a file at"),
      (.file(folder.path + "/absent"), .file(folder.path + "/new"), "there is no database at"),
    ]
    for row in rows {
      do throws(StoreError) {
        _ = try await StoreCopy(from: row.source, to: row.target).run()
        Issue.record("copied: \(row.text)")
      } catch {
        #expect(error.code == .unusable && error.reason.contains(row.text), "\(error)")
      }
    }
  }
}
