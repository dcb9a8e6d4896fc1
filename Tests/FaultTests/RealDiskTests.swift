// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting
import Foundation
import Testing
import TestSupport

/// Needs a file system of its own, which only the superuser can make.
@Suite(
  "A session on a small disk", .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
struct RealDiskTests {
  @Test("that is full: the token lasts, the error says so, and all is well when there is room")
  func full() async throws {
    try await whole { disk in
      try Data().write(to: URL(filePath: disk + "/filler"))
      let filler = try FileHandle(forWritingTo: URL(filePath: disk + "/filler"))
      // One megabyte is all there is.
      for _ in 0..<300 { try? filler.write(contentsOf: Data(count: 4096)) }
      try filler.close()
    } mended: { disk in
      try FileManager.default.removeItem(atPath: disk + "/filler")
    }
  }

  @Test("that is read-only: the same holds")
  func readOnly() async throws {
    try await whole { disk in
      try SmallDisk.run(["mount", "-o", "remount,ro", disk])
    } mended: { disk in
      try SmallDisk.run(["mount", "-o", "remount,rw", disk])
    }
  }

  private func whole(
    _ trouble: (String) throws -> Void, mended: (String) throws -> Void
  ) async throws {
    let stage = try await Stage.start()
    let disk = stage.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try SmallDisk.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", disk])
    defer { try? SmallDisk.run(["umount", "-l", disk]) }
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
    await stage.server.stop()
  }
}

/// File systems of one megabyte.
enum SmallDisk {
  static let isPossible: Bool = {
    guard geteuid() == 0, let folder = try? Folder() else { return false }
    guard (try? run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path])) != nil
    else { return false }
    return (try? run(["umount", folder.path])) != nil
  }()

  static func run(_ words: [String]) throws {
    guard try ChildProcess.run(words).status == 0 else {
      throw Unexpected(words.joined(separator: " "))
    }
  }
}
