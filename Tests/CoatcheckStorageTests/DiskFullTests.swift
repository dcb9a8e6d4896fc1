// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Needs a file system of its own, which only the superuser can make.
@Suite("SQLite: a full disk", .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
struct DiskFullTests {
  @Test(
    "calls fail while the disk is full, stored records stay, and calls succeed when there is room"
  )
  func full() async throws {
    let directory = try Folder()
    try await SmallDisk.with(at: directory.path + "/disk") { disk in
      let t0 = Date(timeIntervalSince1970: 1_700_000_000)
      let store = try await SQLiteStore(path: disk + "/store.sqlite")
      let text = String(repeating: "x", count: 4_000)
      var answered: [Int] = []
      var failed: [Int] = []
      // 1 MiB of disk for up to 2 MB of keys, from several tasks at a time.
      for round in 0..<50 {
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
          for n in round * 10..<round * 10 + 10 {
            group.addTask {
              do throws(StoreError) {
                let isNew = try await store.insertOnce(
                  namespace: text, key: "\(n)", expiresAt: t0 + 10, at: t0)
                return (n, isNew)
              } catch {
                #expect(error.code == .unavailable, "\(error)")
                return (n, false)
              }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        for (n, isStored) in outcomes {
          if isStored { answered.append(n) } else { failed.append(n) }
        }
      }
      #expect(!answered.isEmpty)
      #expect(!failed.isEmpty)
      await #expect(throws: StoreError(.unavailable, "")) {
        _ = try await store.insertOnce(
          namespace: text + text, key: "last", expiresAt: t0 + 10, at: t0)
      }
      // Room for the file and a log of 16 MiB.
      try SmallDisk.remount(disk, "size=48m")
      // Without a restart: acknowledged records are there, and failed ones are not.
      for n in answered {
        #expect(
          try await !store.insertOnce(namespace: text, key: "\(n)", expiresAt: t0 + 10, at: t0))
      }
      for n in failed {
        #expect(
          try await store.insertOnce(namespace: text, key: "\(n)", expiresAt: t0 + 10, at: t0))
      }
      try await store.close()
      try await SQLiteStore(path: disk + "/store.sqlite").close()
    }
  }
}
