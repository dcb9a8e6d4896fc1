// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

@Suite("Records")
struct RecordsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("are found when the file is opened again, each in its newest version")
  func reopened() async throws {
    let records = try SQLiteRecords(path: folder.file)
    for round in 1...3 {
      for n in 0..<10 { try await records.write(Samples.record(n, content: "\(n) \(round)")) }
    }
    try await records.remove(Samples.key(7))
    try await records.close()
    let again = try SQLiteRecords(path: folder.file)
    for n in 0..<10 {
      let content = try await again.read(Samples.key(n))
      #expect(content == (n == 7 ? nil : Array("\(n) 3".utf8)))
    }
    #expect(try await again.keys(where: [:], after: nil, limit: nil).count == 9)
    try await again.close()
  }

  @Test("contain any bytes, also none and a megabyte", arguments: RecordEngine.allCases)
  func anyBytes(_ engine: RecordEngine) async throws {
    try await engine.withRecords { records in
      for content in [[], [0], Array(0...255), [UInt8](repeating: 0, count: 1 << 20)] {
        try await records.write(StoredRecord(key: Samples.key(1), content: content))
        #expect(try await records.read(Samples.key(1)) == content)
      }
    }
  }

  @Test(
    "are found by several index values only if they have them all",
    arguments: RecordEngine.allCases)
  func exact(_ engine: RecordEngine) async throws {
    try await engine.withRecords { records in
      func index(_ n: Int) -> [String: String] {
        ["issuer": "i", "two": "\(n % 2)", "three": "\(n % 3)", "name": "n\(n)"]
      }
      for n in 0..<120 { try await records.write(Samples.record(n, index(n))) }
      let questions: [[String: String]] = [
        [:], ["issuer": "i"], ["two": "1"], ["two": "1", "three": "2"],
        ["issuer": "i", "two": "0"],
        ["issuer": "i", "two": "0", "three": "0", "name": "n6"], ["name": "n7", "two": "0"],
        ["name": "n7"], ["name": "n70"], ["name": "none"], ["issuer": "i", "other": "x"],
        ["two": "n1"],
      ]
      for question in questions {
        let fits = (0..<120).filter { n in question.allSatisfy { index(n)[$0.key] == $0.value } }
          .map(Samples.key)
        #expect(try await records.keys(where: question, after: nil, limit: nil) == fits)
        // The same in pages, of sizes that do not divide the number of records.
        for size in [1, 7, 50] {
          var paged: [String] = []
          while true {
            let page = try await records.keys(where: question, after: paged.last, limit: size)
            paged += page
            if page.count < size { break }
          }
          #expect(paged == fits, "\(question), \(size) on a page")
        }
      }
      #expect(try await records.keys(where: [:], after: nil, limit: 0) == [])
    }
  }

  @Test("are found by their newest index values only", arguments: RecordEngine.allCases)
  func changedIndex(_ engine: RecordEngine) async throws {
    try await engine.withRecords { records in
      try await records.write(Samples.record(1, ["name": "old", "issuer": "i"]))
      try await records.write(Samples.record(1, ["name": "new", "provider": "p"]))
      for (index, count) in [
        (["name": "old"], 0), (["issuer": "i"], 0), (["name": "new"], 1),
        (["provider": "p", "name": "new"], 1),
      ] {
        #expect(try await records.keys(where: index, after: nil, limit: nil).count == count)
      }
      try await records.remove(Samples.key(1))
      #expect(try await records.keys(where: ["name": "new"], after: nil, limit: nil) == [])
      #expect(try await records.keys(where: [:], after: nil, limit: nil) == [])
    }
  }

  // attack: ST-13, ST-14
  @Test(
    "treat any text as a value and never as part of a statement", arguments: RecordEngine.allCases,
    [
      "'; DROP TABLE record; --", "\" OR 1=1 --", "%", "_", "*", "a\u{0}b", "a", "\u{0}", "",
      "é", "e\u{301}", "\u{202E}", "🧥", "?1", ":name", "x'00'", String(repeating: "n", count: 5000),
    ])
  func text(_ engine: RecordEngine, _ text: String) async throws {
    try await engine.withRecords { records in
      try await records.write(Samples.record(1, ["name": text, text: "value"]))
      try await records.write(Samples.record(2, ["name": text + "!"]))
      try await records.write(Samples.record(3, ["name": "!" + text]))
      let found = try await records.keys(where: ["name": text], after: nil, limit: nil)
      #expect(found == [Samples.key(1)])
      try await records.remove(Samples.key(1))
      #expect(try await records.keys(where: ["name": text], after: nil, limit: nil) == [])
      #expect(try await records.keys(where: [:], after: nil, limit: nil).count == 2)
    }
  }

  @Test(
    "under an invalid key are refused, and none is found there", arguments: RecordEngine.allCases,
    ["", "A", "a b", "a\u{0}b", "'", "é", "../x", String(repeating: "a", count: 65)])
  func noKey(_ engine: RecordEngine, _ key: String) async throws {
    try await engine.withRecords { records in
      await expectError(.misused("key", "")) {
        try await records.write(StoredRecord(key: key, content: [1]))
      }
      #expect(try await records.read(key) == nil)
      #expect(try await records.setAside(key, ifStill: []) == nil)
      try await records.remove(key)
      #expect(try await records.keys(where: [:], after: nil, limit: nil) == [])
    }
  }

  @Test("that are damaged are moved to a table of their own, unless they were replaced meanwhile")
  func setAside() async throws {
    let records = try SQLiteRecords(path: folder.file)
    let bad = Samples.record(1, ["name": "main"], content: "{half")
    try await records.write(bad)
    #expect(try await records.setAside(bad.key, ifStill: Array("other".utf8)) == nil)
    let place = try #require(try await records.setAside(bad.key, ifStill: bad.content))
    #expect(place == "row 1 of the table damaged_record in \(folder.file)")
    #expect(try await records.read(bad.key) == nil)
    #expect(try await records.keys(where: ["name": "main"], after: nil, limit: nil) == [])
    #expect(try await records.setAside(bad.key, ifStill: bad.content) == nil)
    try await records.close()
    // The damaged record is kept for repair.
    let kept = try await OtherProcess.run(
      "print(db.execute('SELECT key, content FROM damaged_record').fetchall())", folder.file)
    #expect(kept.contains("[('\(bad.key)', b'{half')]"))
  }

  @Test("throw after they were closed, instead of appearing empty")
  func closed() async throws {
    let records = try SQLiteRecords(path: folder.file)
    try await records.write(Samples.record(1))
    try await records.close()
    let failures = [
      await failure { try await records.read(Samples.key(1)) },
      await failure { try await records.keys(where: [:], after: nil, limit: nil) },
      await failure { try await records.write(Samples.record(2)) },
      await failure { try await records.remove(Samples.key(1)) },
      await failure { try await records.setAside(Samples.key(1), ifStill: []) },
    ]
    for error in failures { #expect(error?.code == .storeFailed) }
    let again = try SQLiteRecords(path: folder.file)
    #expect(try await again.read(Samples.key(1)) != nil)
    try await again.close()
  }

  @Test("written at the same time share commits, and one that fails undoes only itself")
  func groups() async throws {
    let records = try SQLiteRecords(path: folder.file)
    let failures = await withTaskGroup(of: Int.self) { group in
      for n in 0..<300 {
        group.addTask {
          // Every third write contains a record with an invalid key.
          let error = await failure {
            if n % 3 == 0 {
              try await records.fill([Samples.record(n), StoredRecord(key: "?", content: [])])
            } else {
              try await records.write(Samples.record(n))
            }
          }
          return error == nil ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 100)
    #expect(try await records.keys(where: [:], after: nil, limit: nil).count == 200)
    try await records.close()
  }
}
