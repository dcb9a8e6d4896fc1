// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

/// The files `.coatcheck` to which the user has agreed.
///
/// Each is a line of `~/.config/coatcheck/folders`: the account, a tab, and the path.
public struct TrustedFolders: Sendable {
  /// The files, with the account that each named when the user agreed.
  public private(set) var folders: [FolderAccount]

  /// The path of the list: `$XDG_CONFIG_HOME/coatcheck/folders`, else `~/.config/coatcheck/folders`.
  ///
  /// - Parameter variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: A failure with ``ExitStatus/storage`` when neither `XDG_CONFIG_HOME` nor `HOME` is an
  ///   absolute path.
  public static func path(variable: (String) -> String?) throws(CommandFailure) -> String {
    guard let folder = SystemFolder.own("XDG_CONFIG_HOME", or: ".config", variable: variable) else {
      throw CommandFailure(.storage, "there is no folder for the list of folders: HOME is not set")
    }
    return folder + "/folders"
  }

  /// Reads the list. Without a file it is empty.
  ///
  /// - Parameter variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: A failure with ``ExitStatus/storage`` when there is no folder for the list, or the file
  ///   cannot be read, can be changed by other users or has more than 64 KiB; with
  ///   ``ExitStatus/misconfigured`` when a line has no tab.
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

  /// Whether the user has agreed to this file with this account.
  public func contains(_ folder: FolderAccount) -> Bool { folders.contains(folder) }

  /// Adds a file, in place of an earlier agreement for the same path. Only ``text`` changes, not the list
  /// on disk.
  public mutating func add(_ folder: FolderAccount) {
    remove(folder.path)
    folders.append(folder)
  }

  /// Removes the agreement to a file. Only ``text`` changes, not the list on disk.
  ///
  /// - Parameter path: The absolute path of the file, as in ``FolderAccount/path``.
  public mutating func remove(_ path: String) { folders.removeAll { $0.path == path } }

  /// The content of the list, to be written to ``path(variable:)``.
  public var text: String { folders.map { "\($0.account)\t\($0.path)\n" }.joined() }
}
