// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// Pseudorandom values, which are the same in every run.
extension SplitMix64 {
  /// Texts that often break parsers and serializers.
  private static let awkward = [
    "\"", "\\", "\\\"", "\u{0}", "\n", "\r\n", "\u{2028}", "𝔘𝔫𝔦", "👩‍👩‍👧", "e\u{301}", "é",
    "\u{202E}gpj",
    "<script>", "a=b&c=%00", "null", "{}", "汉字", "+86-13800000000", " spaces ", "１２３",
  ]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func flag() -> Bool { Bool.random(using: &self) }

  mutating func pick<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }

  mutating func maybe<T>(_ make: (inout SplitMix64) -> T) -> T? { flag() ? make(&self) : nil }

  /// A text that is not empty.
  mutating func text() -> String {
    (0...number(0...4)).map { _ in pick(Self.awkward) }.joined(separator: pick(["", "x", "-"]))
  }

  /// A text that may stand in a header field.
  mutating func word() -> String {
    let letters = Array("abcXYZ0189-._~+/=")
    return String((0...number(0...40)).map { _ in pick(letters) })
  }

  mutating func secret() -> Secret { Secret(text()) }

  mutating func token() -> Secret { Secret(word()) }

  mutating func bytes() -> Data { Data((0...number(0...40)).map { _ in UInt8(number(0...255)) }) }

  /// A number of which JSON keeps every digit.
  mutating func length() -> Double { Double(number(-40_000...400_000)) / 4 }

  mutating func date() -> Date { Date(timeIntervalSince1970: Double(number(0...4_000_000_000))) }

  mutating func list<T>(_ make: (inout SplitMix64) -> T) -> [T] {
    (0..<number(0...3)).map { _ in make(&self) }
  }

  /// The bytes with one to three changes: values replaced, bytes changed, parts removed or repeated.
  mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let values = [
      "null", "-1", "1e400", "1e30", "0.5", "9223372036854775808", "[]", "{}", "true", "\"\"",
    ]
    for _ in 0...number(0...2) where !bytes.isEmpty {
      let at = number(0...bytes.count - 1)
      switch number(0...3) {
      case 0: bytes[at] = UInt8(number(0...255))
      case 1: bytes.removeSubrange(at..<min(bytes.count, at + number(1...8)))
      case 2: bytes.insert(contentsOf: bytes[at...].prefix(number(1...8)), at: at)
      default:
        // In place of the value after some colon.
        guard let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")) else { continue }
        let rest = bytes[(colon + 1)...]
        let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
        bytes.replaceSubrange((colon + 1)..<(end ?? bytes.count), with: Array(pick(values).utf8))
      }
    }
    return bytes
  }
}
