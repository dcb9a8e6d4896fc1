// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

@Suite("SQLite sessions: another process with the same file")
struct ProcessTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let hold = """
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE record SET content = x'FF'")
    print("holding")
    time.sleep(60)
    """

  @Test(
    "that writes delays writes but not reads, and when it is killed its work is undone")
  func writer() async throws {
    let records = try SQLiteRecords(path: folder.file, patience: .seconds(30))
    try await records.write(Samples.record(1, content: "old"))
    let other = try OtherProcess.start(Self.hold, folder.file)
    _ = try await other.line { $0 == "holding" }
    #expect(try await records.read(Samples.key(1)) == Array("old".utf8))
    async let written: Void = records.write(Samples.record(1, content: "new"))
    #expect(try await records.read(Samples.key(1)) == Array("old".utf8))
    other.stop()
    try await written
    #expect(try await records.read(Samples.key(1)) == Array("new".utf8))
    try await records.close()
  }

  @Test("that keeps the lock makes writes fail, nothing is lost, and writes work afterwards")
  func stuckWriter() async throws {
    let records = try SQLiteRecords(path: folder.file, patience: .milliseconds(50))
    try await records.write(Samples.record(1, content: "old"))
    let other = try OtherProcess.start(Self.hold, folder.file)
    _ = try await other.line { $0 == "holding" }
    for _ in 1...3 {
      let error = await failure { try await records.write(Samples.record(1, content: "new")) }
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("another process keeps \(folder.file) busy") == true)
      #expect(error?.isTransient == true)
      #expect(try await records.read(Samples.key(1)) == Array("old".utf8))
    }
    other.stop()
    try await records.write(Samples.record(1, content: "new"))
    #expect(try await records.read(Samples.key(1)) == Array("new".utf8))
    try await records.close()
  }

  @Test("and this one both write, a thousand times each, and neither loses anything")
  func both() async throws {
    let records = try SQLiteRecords(path: folder.file, patience: .seconds(30))
    try await records.write(Samples.record(5_000))
    let other = try OtherProcess.start(
      """
      print("started")
      for n in range(1000, 2000):
          db.execute("INSERT INTO record (key, found_by, content) VALUES (?, ?, ?)",
                     ("%064x" % n, b"{}", b"theirs"))
      """, folder.file)
    _ = try await other.line { $0 == "started" }
    for n in 0..<1000 {
      try await records.write(Samples.record(n, ["name": "n\(n)"], content: "ours"))
    }
    #expect(try await other.end().status == 0)
    #expect(try await records.keys(where: [:], after: nil, limit: nil).count == 2001)
    #expect(try await records.read(Samples.key(1999)) == Array("theirs".utf8))
    try await records.check()
    try await records.close()
  }

  @Test("keeps its log when this one, which opened the file twice, closes it once")
  func twiceOpened() async throws {
    // Checking a file by opening and closing it would release the locks of the first connection, and the
    // other process would treat itself as the last user of the log.
    let first = try SQLiteRecords(path: folder.file)
    try await first.write(Samples.record(1, content: "one"))
    try await SQLiteRecords(path: folder.file).close()
    _ = try await OtherProcess.run(
      "db.execute('SELECT count(*) FROM record').fetchall()", folder.file)
    #expect(FileManager.default.fileExists(atPath: folder.file + "-wal"))
    try await first.write(Samples.record(2, content: "two"))
    let content = try await OtherProcess.run(
      "print(db.execute('SELECT count(*) FROM record').fetchall())", folder.file)
    #expect(content.contains("[(2,)]"))
    try await first.close()
  }
}
