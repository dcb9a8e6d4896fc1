// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

/// Needs a file system of its own, which only the superuser can make.
@Suite(
  "SQLite sessions: a full disk",
  .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
struct DiskFullTests {
  @Test(
    "writes fail while the disk is full, committed records are kept, and writes work again when there is space"
  )
  func full() async throws {
    let folder = try Folder()
    try await SmallDisk.with(at: folder.path + "/disk") { disk in
      let records = try SQLiteRecords(path: disk + "/sessions.sqlite")
      try await records.write(Samples.record(0, ["name": "first"], content: "kept"))
      let text = String(repeating: "x", count: 4_000)
      var answered: [Int] = []
      var failed: [Int] = []
      // 1 MiB of disk for 2 MB of records, from several tasks at a time.
      for round in 0..<50 {
        let outcomes = await withTaskGroup(of: (Int, OAuthError?).self) { group in
          for n in round * 10 + 1...round * 10 + 10 {
            group.addTask {
              (n, await failure { try await records.write(Samples.record(n, content: text)) })
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        for (n, error) in outcomes {
          if let error {
            #expect(error.code == .storeFailed, "\(error)")
            failed.append(n)
          } else {
            answered.append(n)
          }
        }
      }
      #expect(!answered.isEmpty)
      #expect(!failed.isEmpty)
      // Reading continues, and no user is signed out.
      #expect(try await records.read(Samples.key(0)) == Array("kept".utf8))
      try SmallDisk.remount(disk, "size=16m")
      // Without a restart: acknowledged records are there, and failed ones are not.
      #expect(
        try await records.keys(where: [:], after: nil, limit: nil)
          == ([0] + answered).sorted().map(Samples.key))
      for n in failed { try await records.write(Samples.record(n, content: text)) }
      try await records.check()
      try await records.close()
      try await SQLiteRecords(path: disk + "/sessions.sqlite").close()
    }
  }
}
