// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An empty temporary folder that is removed with the last reference to it.
public final class Folder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates the folder, accessible to this user only.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/coatcheck-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of its entries.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// The paths of all files below it, sorted.
  public func files(under folder: String = "") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  /// The permissions of a file in it.
  public func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// The bytes of a file in it; nil if the file does not exist.
  public func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
  }

  /// Writes a file in it.
  public func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
