// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

/// The files `.coatcheck` to which the user has agreed, each a line of `~/.config/coatcheck/folders`: the account, a tab, and the path.
public struct TrustedFolders: Sendable {
  /// The files, and what they said then.
  public private(set) var folders: [FolderAccount]

  /// Where the list is.
  ///
  /// - Throws: A failure when no variable names a folder for it.
  public static func path(variable: (String) -> String?) throws(CommandFailure) -> String {
    guard let folder = SystemFolder.own("XDG_CONFIG_HOME", or: ".config", variable: variable) else {
      throw CommandFailure(.storage, "there is no folder for the list of folders: HOME is not set")
    }
    return folder + "/folders"
  }

  /// Reads the list; it is empty where there is no file.
  ///
  /// - Throws: A failure that names the file.
  public init(variable: (String) -> String?) throws(CommandFailure) {
    let path = try Self.path(variable: variable)
    let bytes = try SmallFile.read(path, as: .settings, orExit: .storage)
    folders = []
    for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2 else {
        throw CommandFailure(.misconfigured, "\(path) has a line without a tab")
      }
      folders.append(FolderAccount(path: parts[1], account: parts[0]))
    }
  }

  /// Whether the user has agreed to a file as it is.
  public func contains(_ folder: FolderAccount) -> Bool { folders.contains(folder) }

  /// Agrees to a file.
  public mutating func add(_ folder: FolderAccount) {
    remove(folder.path)
    folders.append(folder)
  }

  /// Takes the agreement to a file back.
  public mutating func remove(_ path: String) { folders.removeAll { $0.path == path } }

  /// The list as it is written.
  public var text: String { folders.map { "\($0.account)\t\($0.path)\n" }.joined() }
}
