// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The rule for e-mail addresses, for all calls and pages.
///
/// One address of ASCII in the usual form: dot-atoms before the `@`
/// ([RFC 5322 §3.4.1](https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1)), a host name of at least two
/// labels after it. A to Z become a to z on both sides. Lists, quoted parts, control characters and
/// letters outside ASCII are refused; `name+tag` is another address than `name`.
enum EmailAddress {
  /// Applies the rule.
  ///
  /// - Throws: `parameterFormat`.
  static func read(_ typed: String) throws(Refusal) -> String {
    let text = String(typed.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    // "the total length … is 254": the limit of a path, less its brackets.
    guard (3...254).contains(text.utf8.count), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw bad
    }
    let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, isLocal(parts[0]), isHost(parts[1]) else { throw bad }
    return parts.joined(separator: "@")
  }

  private static let bad = Refusal(.parameterFormat, "email", detail: .badFormat)

  private static func isLocal(_ text: Substring) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || atomMarks.contains($0) }
    }
  }

  private static let atomMarks = Set("!#$%&'*+/=?^_`{|}~-".utf8)

  private static func isHost(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    } && last.utf8.contains { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
