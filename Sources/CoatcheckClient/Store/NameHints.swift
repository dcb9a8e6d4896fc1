// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// An index of the names of a folder's records, so that one record of a thousand is found without
/// reading all.
///
/// For each name there is a small file in the folder `names`, called by the hash of the name, with the
/// keys of the records, one per line. It is written before the record, so that it may have a key too
/// many but never one too few; a reader compares it with the records. The file `complete` states that
/// the index covers all records of the folder.
struct NameHints: Sendable {
  /// The lock for changing the files.
  static let lock = StoreLock.record("names")
  private static let mark = "complete"

  /// The folder of the records.
  let records: String

  private var path: String { "\(records)/names" }

  /// The keys of the records which may have this name; nil when they are not known.
  func keys(named name: String) -> [String]? {
    guard let folder = try? PrivateFolder.open(path),
      folder.has(Self.mark), let lines = lines(of: Self.file(name), in: folder)
    else { return nil }
    return lines.sorted()
  }

  /// Whether the index has the record under this name already.
  func knows(_ key: String, named name: String) -> Bool {
    keys(named: name)?.contains(key) ?? false
  }

  /// Adds a record. The lock must be held.
  ///
  /// - Parameter isRecord: Whether a file of the records' folder is a record.
  func add(
    _ key: String, named name: String, isRecord: (String) -> Bool
  ) throws(OAuthError) {
    let hadRecords = try hasRecords(isRecord)
    let isFirst = try PrivateFolder.open(path) == nil
    let folder = try PrivateFolder.create(path)
    var keys = lines(of: Self.file(name), in: folder) ?? []
    if !keys.contains(key) {
      keys.append(key)
      try folder.replace(Self.file(name), with: Array(keys.joined(separator: "\n").utf8))
    }
    if isFirst, !hadRecords { try folder.replace(Self.mark, with: []) }
  }

  /// Forgets a record that was removed. The lock must be held.
  func remove(_ key: String) throws(OAuthError) {
    guard let folder = try PrivateFolder.open(path) else { return }
    for file in try folder.names(endingIn: "") where Self.isFile(file) {
      guard var keys = lines(of: file, in: folder), keys.contains(key) else { continue }
      keys.removeAll { $0 == key }
      if keys.isEmpty {
        try folder.remove(file)
      } else {
        try folder.replace(file, with: Array(keys.joined(separator: "\n").utf8))
      }
    }
  }

  /// Marks the index as incomplete.
  func giveUp() {
    guard let folder = try? PrivateFolder.open(path) else { return }
    try? folder.remove(Self.mark)
  }

  private func hasRecords(_ isRecord: (String) -> Bool) throws(OAuthError) -> Bool {
    try PrivateFolder.open(records)?.names(endingIn: "").contains(where: isRecord) ?? false
  }

  private func lines(of file: String, in folder: borrowing PrivateFolder) -> [String]? {
    guard let bytes = try? folder.read(file)?.bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter(Self.isKey)
  }

  private static func file(_ name: String) -> String { Fingerprint.hex(of: Array(name.utf8)) }
  private static func isFile(_ name: String) -> Bool { SessionRecord.isKey(name) }

  /// Whether it can be the key of a record: nothing that leads out of the folder.
  private static func isKey(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      }
  }
}
