// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The account that a folder names in its file `.coatcheck`, for commands that are run there and name no
/// account.
///
/// Such a file may have come with a checkout. So it is used only after the user has agreed to it
/// (``TrustedFolders``), and only while its path and its content are the same as then.
public struct FolderAccount: Sendable, Equatable {
  /// The absolute path of the file.
  public let path: String
  /// The name of the account.
  public let account: String

  /// The name of the file.
  public static let fileName = ".coatcheck"

  /// Creates a value from the path and the content of a file; nothing is read.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - account: The name of the account.
  public init(path: String, account: String) {
    self.path = path
    self.account = account
  }

  /// Reads the file in the current folder of the process, or in the nearest folder above it; nil if there
  /// is no such file.
  ///
  /// - Throws: A failure with ``ExitStatus/misconfigured`` that names the file, when it cannot be read, is
  ///   not a regular file or has more than 64 KiB, or when it is not one line of UTF-8 without control
  ///   characters.
  public static func nearest() throws(CommandFailure) -> FolderAccount? {
    guard let path = nearestPath(), let account = try account(in: path) else { return nil }
    return FolderAccount(path: path, account: account)
  }

  /// The path of that file, which is not read: it may also be a folder, or have invalid content. Nil if
  /// there is no such file, or the current folder is unknown.
  public static func nearestPath() -> String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    var folder = String(cString: buffer)
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + fileName
      if access(path, F_OK) == 0 { return path }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  private static func account(in path: String) throws(CommandFailure) -> String? {
    guard let bytes = try SmallFile.read(path, as: .agreed, orExit: .misconfigured) else {
      return nil
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let text = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }), !text.isEmpty,
      lines.dropFirst().allSatisfy(\.isEmpty), !text.utf8.contains(where: { $0 < 0x20 })
    else { throw CommandFailure(.misconfigured, "\(path) is not the name of one account") }
    return text
  }
}
