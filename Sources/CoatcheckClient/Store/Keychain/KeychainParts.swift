// SPDX-License-Identifier: Apache-2.0

/// A record that is too long for one item: the item under its key names the items that hold its parts.
///
/// Apple's keychain logs values over 32 KiB and may refuse them one day. A record that is replaced has new
/// parts before its own item points to them, so that a reader finds the old record or the new one.
struct KeychainParts: Sendable {
  /// The maximum length of one item, in bytes.
  static let maximumLength = 30 << 10

  /// Distinguishes these parts from those of an older record under the same key.
  let id: String
  /// The number of parts.
  let count: Int
  /// The content of each part; empty for parts that were read from an item under a key.
  let contents: [[UInt8]]

  /// How such an item begins. No record of a session or a client begins with a zero byte.
  private static let mark: [UInt8] = [0] + Array("coatcheck parts ".utf8)

  /// The parts of a record; nil for one that fits into one item.
  init?(_ content: [UInt8], id: String) {
    guard content.count > Self.maximumLength || content.first == 0 else { return nil }
    self.id = id
    contents = stride(from: 0, to: content.count, by: Self.maximumLength).map {
      Array(content[$0..<min($0 + Self.maximumLength, content.count)])
    }
    count = contents.count
  }

  /// The parts that an item names; nil for an item that is a record itself.
  init?(head: [UInt8]) {
    guard head.starts(with: Self.mark) else { return nil }
    let words = String(decoding: head.dropFirst(Self.mark.count), as: UTF8.self)
      .split(separator: " ")
    guard words.count == 2, let count = Int(words[1]), (1...64).contains(count) else { return nil }
    id = String(words[0])
    self.count = count
    contents = []
  }

  /// The content of the item under the record's key.
  var head: [UInt8] { Self.mark + Array("\(id) \(count)".utf8) }

  /// The account of a part.
  func account(_ number: Int, of key: String) -> String { "\(key).\(id).\(number)" }
}
