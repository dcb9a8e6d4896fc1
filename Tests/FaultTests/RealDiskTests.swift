// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Needs a file system of its own, which only the superuser can make.
@Suite(
  "A session on a small disk", .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
struct RealDiskTests {
  @Test(
    "that is full: the error reports it, and refreshing works once there is space"
  )
  func full() async throws {
    try await whole { disk in
      try Data().write(to: URL(filePath: disk + "/filler"))
      let filler = try FileHandle(forWritingTo: URL(filePath: disk + "/filler"))
      // The disk has one megabyte.
      for _ in 0..<300 { try? filler.write(contentsOf: Data(count: 4096)) }
      try filler.close()
    } mended: { disk in
      try FileManager.default.removeItem(atPath: disk + "/filler")
    }
  }

  @Test("that is read-only: the error reports it, and refreshing works once it is writable")
  func readOnly() async throws {
    try await whole { disk in
      try SmallDisk.remount(disk, "ro")
    } mended: { disk in
      try SmallDisk.remount(disk, "rw")
    }
  }

  private func whole(
    _ trouble: (String) throws -> Void, mended: (String) throws -> Void
  ) async throws {
    let stage = try await Stage.start()
    try await SmallDisk.with(at: stage.path("disk")) { disk in
      try await use(disk, on: stage, trouble, mended)
    }
  }

  private func use(
    _ disk: String, on stage: Stage, _ trouble: (String) throws -> Void,
    _ mended: (String) throws -> Void
  ) async throws {
    let store = FileTokenStore(directory: disk + "/sessions")
    let subject = try await Subject(on: stage, in: store)
    try trouble(disk)
    let asked = stage.server.requests.count("/token")
    subject.clocks.pass(580)
    #expect(await subject.use() == "old token")
    subject.clocks.pass(30)
    #expect(await subject.use() == "store_failed (storage_unavailable)")
    #expect(subject.status == "stale")
    #expect(stage.server.requests.count("/token") == asked)
    #expect(await subject.stored() == "kept")
    try mended(disk)
    #expect(try await subject.afterwards() == "works")
    #expect(Folder.damaged(in: disk + "/sessions").isEmpty)
  }
}
