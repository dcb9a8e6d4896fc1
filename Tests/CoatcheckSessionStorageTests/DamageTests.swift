// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

@Suite("SQLite sessions: damage is reported, and never looks like an empty store")
struct DamageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let accounts = 60

  /// The result of opening a damaged file and reading all its sessions.
  private enum Finding: Equatable {
    case refused
    case complete
    case missing(Int)
    case other(String)
  }

  private func fill(_ path: String) async throws {
    let store = try SQLiteTokenStore(path: path)
    for n in 0..<Self.accounts {
      let token = String(repeating: "t", count: 900)
      try await store.save(Samples.session("user-\(n)", name: "name-\(n)", token: token))
    }
    try await store.records.close()
  }

  private func find(_ path: String) async -> Finding {
    do {
      let store = try SQLiteTokenStore(path: path)
      let finding: Finding
      do {
        var missing = 0
        for n in 0..<Self.accounts {
          let account = Samples.account("user-\(n)")
          let named = try await store.sessions(AccountFilter(name: "name-\(n)"))
          if try await store.session(account)?.account != account { missing += 1 }
          if named.map(\.account) != [account] { missing += 1 }
        }
        finding = missing == 0 ? .complete : .missing(missing)
      } catch {
        finding = error.code == .storeDamaged ? .refused : .other("\(error)")
      }
      try? await store.records.close()
      return finding
    } catch {
      let told = [.storeDamaged, .storeFailed].contains(error.code) && !error.reason.isEmpty
      return told ? .refused : .other("\(error)")
    }
  }

  // attack: ST-09
  @Test(
    "with random bytes in a page, the file is refused, a read fails, or nothing is missing",
    arguments: 1...40)
  func flippedBytes(_ seed: Int) async throws {
    try await fill(folder.file)
    var bytes = try folder.bytes()
    let pages = bytes.count / 4096
    #expect(pages > 10)
    var random = SplitMix64(seed: UInt64(seed))
    // Half of the rounds change page 1, from its header to the names of its tables.
    let page = seed.isMultiple(of: 2) ? 0 : Int.random(in: 1..<pages, using: &random)
    for _ in 0..<(seed % 3 == 0 ? 1 : 24) {
      let offset = page * 4096 + Int.random(in: 0..<4096, using: &random)
      bytes[offset] = UInt8.random(in: 0...255, using: &random)
    }
    try folder.put(bytes)
    let finding = await find(folder.file)
    #expect(finding == .refused || finding == .complete)
  }

  @Test("zeros over a whole page are refused", arguments: [0, 1, 2, 3])
  func zeroPage(_ quarter: Int) async throws {
    try await fill(folder.file)
    var bytes = try folder.bytes()
    let page = quarter * (bytes.count / 4096 - 1) / 3
    bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
    try folder.put(bytes)
    #expect(await find(folder.file) == .refused)
  }

  // attack: ST-09
  @Test(
    "a truncated file is refused",
    arguments: [0, 1, 15, 16, 99, 100, 4095, 4096, 8192, 40_960, -4096, -1])
  func cut(_ length: Int) async throws {
    try await fill(folder.file)
    let bytes = try folder.bytes()
    let kept = length >= 0 ? length : bytes.count + length
    try folder.put(bytes.prefix(kept))
    #expect(await find(folder.file) == .refused)
    // The file is left unchanged, so that an operator can recover data.
    #expect(try folder.bytes() == bytes.prefix(kept))
  }

  @Test("a damaged file that is too large to be checked at the start is reported by check()")
  func great() async throws {
    let records = try SQLiteRecords(path: folder.file)
    let content = String(repeating: "x", count: 2000)
    try await records.fill(
      (0..<3000).map { Samples.record($0, ["name": "n\($0)"], content: content) })
    try await records.check()
    try await records.close()
    var bytes = try folder.bytes()
    #expect(bytes.count > 1 << 20)
    let page = bytes.count / 4096 / 2
    bytes.replaceSubrange(page * 4096..<page * 4096 + 100, with: Data(count: 100))
    try folder.put(bytes)
    let damaged = try SQLiteRecords(path: folder.file)
    let error = await failure { try await damaged.check() }
    #expect(error?.code == .storeDamaged)
    #expect(error?.reason.contains(folder.file) == true)
    try? await damaged.close()
  }

  @Test("a damaged session is set aside and named; the others are not affected")
  func damagedSession() async throws {
    try await fill(folder.file)
    _ = try await OtherProcess.run(
      """
      db.execute("UPDATE record SET content = substr(content, 1, 100) WHERE number = 5")
      db.commit()
      """, folder.file)
    let store = try SQLiteTokenStore(path: folder.file)
    let error = await failure { try await store.sessions() }
    #expect(error?.code == .storeDamaged)
    #expect(error?.reason.contains("row 1 of the table damaged_record") == true)
    #expect(try await store.sessions().count == Self.accounts - 1)
    try await store.records.close()
  }
}
