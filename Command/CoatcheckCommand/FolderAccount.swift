// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The account that a folder names in its file `.coatcheck`, for commands that are run there and name none.
///
/// Such a file may have come with a checkout, so it is obeyed only after the user has agreed to it, as long as it is in the same
/// place and says the same.
public struct FolderAccount: Sendable, Equatable {
  /// The file.
  public let path: String
  /// The name of the account.
  public let account: String

  /// The name of the file.
  public static let fileName = ".coatcheck"

  /// What a file says, or will say.
  public init(path: String, account: String) {
    self.path = path
    self.account = account
  }

  /// The file of the folder in which this process is, or of the nearest one above it; nil where there is no such file.
  ///
  /// - Throws: A failure when it cannot be read, or is not one line.
  public static func nearest() throws(CommandFailure) -> FolderAccount? {
    guard let path = nearestPath(), let account = try account(in: path) else { return nil }
    return FolderAccount(path: path, account: account)
  }

  /// Where that file is, or whatever has its name.
  public static func nearestPath() -> String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    var folder = String(cString: buffer)[...]
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + fileName
      if access(String(path), F_OK) == 0 { return String(path) }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : folder[..<slash]
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
