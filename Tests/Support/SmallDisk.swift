// SPDX-License-Identifier: Apache-2.0
import Foundation

/// File systems of one megabyte, which only root can mount.
public enum SmallDisk {
  /// A disk could not be made or changed.
  public struct Failure: Error, CustomStringConvertible {
    /// The command that failed.
    public let description: String
  }

  /// Whether they can be made here.
  public static let isPossible: Bool = {
    guard geteuid() == 0 else { return false }
    let path = NSTemporaryDirectory() + "/coatcheck-disk-" + UUID().uuidString
    return (try? mount(at: path)) != nil && unmount(path)
  }()

  /// Runs a body with an empty disk, mounted at a path that does not exist yet.
  public static func with<Result>(
    at path: String, _ body: (_ path: String) async throws -> Result
  ) async throws -> Result {
    try mount(at: path)
    defer { _ = unmount(path) }
    return try await body(path)
  }

  /// Mounts the disk with other options: `size=16m`, `ro`.
  public static func remount(_ path: String, _ option: String) throws {
    try run(["mount", "-o", "remount,\(option)", path])
  }

  private static func mount(at path: String) throws {
    guard mkdir(path, 0o700) == 0 else { throw Failure(description: "mkdir \(path)") }
    do {
      try run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", path])
    } catch {
      rmdir(path)
      throw error
    }
  }

  private static func unmount(_ path: String) -> Bool {
    defer { rmdir(path) }
    return (try? run(["umount", "-l", path])) != nil
  }

  private static func run(_ words: [String]) throws {
    guard try ChildProcess.run(words).status == 0 else {
      throw Failure(description: words.joined(separator: " "))
    }
  }
}
