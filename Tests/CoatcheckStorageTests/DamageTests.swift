// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("SQLite: damage is reported, and never looks like an empty store")
struct DamageTests {
  private let directory: Folder

  init() throws { directory = try Folder() }

  private static let families = 60

  /// The result of opening a damaged file and reading all its records.
  private enum Finding: Equatable {
    case refused
    case complete
    case missing(Int)
  }

  private func fill(_ path: String) async throws {
    let t0 = Date(timeIntervalSince1970: 1_700_000_000)
    let store = try await SQLiteStore(path: path)
    for n in 0..<Self.families {
      let scopes = (0..<40).map { "scope-\(n)-\($0)" }
      let family = RefreshFamily(
        id: "f\(n)", clientID: "app", userID: "u\(n)", scopes: scopes, createdAt: t0,
        absoluteExpiry: t0 + 100, authTime: t0, nonce: nil)
      let token = RefreshRecord(
        digest: TokenDigest(of: Secret("t\(n)")), familyID: "f\(n)", generation: 0, issuedAt: t0,
        expiresAt: t0 + 100)
      try await store.open(family, first: token)
    }
    try await store.close()
  }

  private func find(_ path: String) async -> Finding {
    do {
      let store = try await SQLiteStore(path: path)
      var missing = 0
      do {
        for n in 0..<Self.families {
          let token = try await store.refresh(TokenDigest(of: Secret("t\(n)")))
          let family = try await store.family("f\(n)")
          if token?.family.id != "f\(n)" || family == nil { missing += 1 }
        }
      } catch {
        try? await store.close()
        return error.code == .damaged ? .refused : .missing(-1)
      }
      try? await store.close()
      return missing == 0 ? .complete : .missing(missing)
    } catch {
      let told = [.damaged, .unusable, .newerSchema].contains(error.code)
      return told && !error.reason.isEmpty ? .refused : .missing(-2)
    }
  }

  // attack: ST-09
  @Test(
    "with random bytes in a page, the file is refused, a read fails, or nothing is missing",
    arguments: 1...40)
  func flippedBytes(_ seed: Int) async throws {
    try await fill(directory.file)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
    let pages = bytes.count / 4096
    #expect(pages > 10)
    var random = SplitMix64(seed: UInt64(seed))
    // Half of the rounds change page 1, from its header to the names of its tables.
    let page = seed.isMultiple(of: 2) ? 0 : Int.random(in: 1..<pages, using: &random)
    for _ in 0..<(seed % 3 == 0 ? 1 : 24) {
      let offset = page * 4096 + Int.random(in: 0..<4096, using: &random)
      bytes[offset] = UInt8.random(in: 0...255, using: &random)
    }
    try bytes.write(to: URL(fileURLWithPath: directory.file))
    let finding = await find(directory.file)
    #expect(finding == .refused || finding == .complete)
  }

  @Test("zeros over a whole page are refused", arguments: [0, 1, 2, 3])
  func zeroPage(_ quarter: Int) async throws {
    try await fill(directory.file)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
    let page = quarter * (bytes.count / 4096 - 1) / 3
    bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
    try bytes.write(to: URL(fileURLWithPath: directory.file))
    #expect(await find(directory.file) == .refused)
  }

  // attack: ST-09
  @Test(
    "a truncated file is refused",
    arguments: [0, 1, 15, 16, 99, 100, 4095, 4096, 8192, 40_960, -4096, -1])
  func cut(_ length: Int) async throws {
    try await fill(directory.file)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
    let kept = length >= 0 ? length : bytes.count + length
    try bytes.prefix(kept).write(to: URL(fileURLWithPath: directory.file))
    #expect(await find(directory.file) == .refused)
    // The file is left unchanged, so that an operator can recover data.
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == bytes.prefix(kept))
  }

  // attack: ST-09
  @Test("after a crash the log is used; without it the file is refused until the operator agrees")
  func missingLog() async throws {
    let store = try await SQLiteStore(path: directory.file)
    let t0 = Date(timeIntervalSince1970: 1_700_000_000)
    let login = LoginSession(
      digest: TokenDigest(of: Secret("cookie")), userID: "alice", authTime: t0,
      expiresAt: t0 + 10)
    try await store.saveLogin(login)
    let crashed = try directory.copy(to: "crashed.sqlite")
    let orphan = try directory.copy(to: "orphan.sqlite", leavingOut: ["-wal"])
    try await store.close()

    let recovered = try await SQLiteStore(path: crashed)
    #expect(try await recovered.login(login.digest, at: t0) == login)
    try await recovered.close()

    do throws(StoreError) {
      _ = try await SQLiteStore(path: orphan)
      Issue.record("the file was opened without its log")
    } catch {
      #expect(error.code == .damaged)
      #expect(error.reason.contains("\(orphan)-wal is missing"))
      #expect(error.reason.contains("make an empty file of that name"))
    }
    #expect(FileManager.default.createFile(atPath: orphan + "-wal", contents: nil))
    let agreed = try await SQLiteStore(path: orphan)
    #expect(try await agreed.login(login.digest, at: t0) == nil)
    try await agreed.close()
  }

  @Test("a store that is released without close() is marked as closed")
  func letGo() async throws {
    for _ in 1...3 {
      let store = try await SQLiteStore(path: directory.file)
      try await store.ping()
    }
    try await SQLiteStore(path: directory.file).close()
  }
}
