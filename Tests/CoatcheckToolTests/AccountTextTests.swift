// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@testable import CoatcheckToolNetwork

@Suite("How accounts are named and shown")
struct AccountTextTests {
  @Test(
    "a name is visible text on one line and no option",
    arguments: ["main", "work bob", "доступ", "+1", "a-b", String(repeating: "x", count: 100)])
  func name(_ text: String) throws {
    #expect(try AccountWord.name(text) == text)
  }

  static let unusable = [
    "", " ", " a", "a ", "-a", "--all", "a\nb", "a\tb", "\u{1B}[2J", "a\u{202E}b", "a\u{200B}",
    "\0", String(repeating: "x", count: 101),
  ]

  @Test("everything else is refused, as a name and as a label", arguments: unusable)
  func noName(_ text: String) {
    #expect(throws: CommandFailure.self) { try AccountWord.name(text) }
    #expect(throws: CommandFailure.self) { try AccountWord.label(text) }
  }

  @Test("a label contains no space and no comma", arguments: ["a b", "a,b", "a\u{A0}b"])
  func label(_ text: String) throws {
    #expect(throws: CommandFailure.self) { try AccountWord.label(text) }
    #expect(try AccountWord.label("a-b") == "a-b")
  }

  @Test("a table has aligned columns for a terminal, and the same cells with tabs for a program")
  func table() {
    let table = TextTable(
      ["NAME", "LABELS", "STATE"], [["a", "", "good"], ["long name", "", "x\u{1B}[2J\ty"]])
    #expect(table.aligned == ["NAME       STATE", "a          good", "long name  x\u{FFFD}[2J y"])
    #expect(table.tabbed == ["a\t\tgood", "long name\t\tx\u{FFFD}[2J y"])
    #expect(TextTable(["NAME"], []).aligned.isEmpty)
  }

  @Test(
    "a duration has its two largest units",
    arguments: [
      (-5, "0 s"), (0, "0 s"), (59.9, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"),
      (3661, "1 h 1 min"), (90061, "1 d 1 h"), (86401, "1 d"), (1e300, "11574074074 d 1 h"),
    ] as [(Double, String)])
  func time(_ seconds: Double, _ text: String) {
    #expect(TimeLeft.text(seconds) == text)
  }

  @Test(
    "an instant is a date with a time zone or seconds since 1970",
    arguments: [
      ("2001-09-09T01:46:40Z", 1_000_000_000), ("1000000000", 1_000_000_000), ("0", 0),
      ("tomorrow", nil), ("", nil), ("-1", nil), ("2001-09-09", nil), ("999999999999999999", nil),
    ] as [(String, Double?)])
  func instant(_ text: String, _ seconds: Double?) {
    #expect(ImportedTokens.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test("every store location is shown with its protection, and plain text with a warning")
  func places() {
    let plain = StoreLocation(kind: "file", location: "/s", protection: .plainText)
    let sealed = StoreLocation(
      kind: "sealed", location: "/s", protection: .sealed(key: "passphrase"))
    let system = StoreLocation(
      kind: "secret-service", location: "login keyring", protection: .system)
    let memory = StoreLocation(kind: "memory", location: "this program", protection: .memory)
    #expect(plain.sentence == "/s (plain files that only you can read)")
    #expect(sealed.sentence == "/s (encrypted; the key: passphrase)")
    #expect(system.sentence == "login keyring (secret-service, kept by the system)")
    #expect(memory.sentence == "the memory of this program")
    #expect(plain.warning != nil)
    #expect([sealed, system, memory].allSatisfy { $0.warning == nil })
    #expect(sealed.json["key"]?.stringValue == "passphrase" && plain.json["key"] == nil)
  }
}
