// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// Reads the files of a folder, and remembers the state of each file, so that a change is noticed.
final class FolderReader {
  /// The state of a file when it was read, by which a change is noticed.
  struct Mark: Sendable, Equatable {
    let path: String
    /// The time, size, inode and mode of the file; nil when there is no file.
    var modified: [Int]?

    init(_ path: String) {
      self.path = path
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      modified = [
        Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size),
        Int(truncatingIfNeeded: status.st_ino), Int(status.st_mode),
      ]
    }
  }

  /// The maximum size of a file, in bytes.
  static let maximumFile = 4 << 20

  let folder: String
  private(set) var marks: [Mark] = []

  init(folder: String) { self.folder = folder }

  /// The bytes of a file; nil when there is no file.
  func bytes(_ name: String) throws(TenantError) -> [UInt8]? {
    let path = Self.path(name, in: folder)
    let mark = Mark(path)
    marks.append(mark)
    guard let looks = mark.modified else { return nil }
    guard looks[2] <= Self.maximumFile else {
      throw TenantError(file: name, reason: "is larger than 4 MiB")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TenantError(file: name, reason: "cannot be read")
    }
    return [UInt8](data)
  }

  /// The JSON object in a file; nil when there is no file.
  func object(_ name: String) throws(TenantError) -> TenantMembers? {
    guard let bytes = try bytes(name) else { return nil }
    do throws(JOSEError) {
      return TenantMembers(try JSONObject(parsing: bytes), in: name)
    } catch {
      throw TenantError(file: name, reason: "is not a JSON object: \(error.reason)")
    }
  }

  /// A secret in a file of its own.
  func secret(_ name: String) throws(TenantError) -> Secret {
    guard let bytes = try bytes(name) else {
      throw TenantError(file: name, reason: "is missing")
    }
    try checkPrivate(name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TenantError(file: name, reason: "is not a text")
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw TenantError(file: name, reason: "is empty") }
    return Secret(trimmed)
  }

  /// Checks that only its owner can read a file with a secret.
  func checkPrivate(_ name: String) throws(TenantError) {
    var status = stat()
    guard stat(Self.path(name, in: folder), &status) == 0, status.st_mode & 0o077 == 0 else {
      throw TenantError(
        file: name,
        reason: "holds a secret and can be read by others: chmod 600 it, and consider it known")
    }
  }

  /// The names of the files in a subfolder, in order; nil when there is no such folder.
  func names(in subfolder: String) -> [String]? {
    let path = Self.path(subfolder, in: folder)
    marks.append(Mark(path))
    return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted()
  }

  private static func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + "/" + name
  }
}
