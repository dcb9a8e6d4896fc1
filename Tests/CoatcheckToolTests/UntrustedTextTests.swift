// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Untrusted text")
struct UntrustedTextTests {
  static let cases: [Case<(text: String, shown: String)>] = [
    Case("plain text stays", ("access denied", "access denied")),
    Case("other scripts stay", ("доступ 拒绝 é", "доступ 拒绝 é")),
    Case("line breaks", ("a\r\nb\u{85}c\u{2028}d", "a  b\u{FFFD}c d")),
    Case("clear the screen", ("x\u{1B}[2Jy", "x\u{FFFD}[2Jy")),
    Case("8-bit control sequence", ("x\u{9B}2Jy", "x\u{FFFD}2Jy")),
    Case("right-to-left override", ("\u{202E}evil", "\u{FFFD}evil")),
    Case("isolates", ("a\u{2066}b\u{2069}", "a\u{FFFD}b\u{FFFD}")),
    Case("zero width and tags", ("a\u{200B}\u{E0041}", "a\u{FFFD}\u{FFFD}")),
    Case("NUL and DEL", ("\0\u{7F}", "\u{FFFD}\u{FFFD}")),
    Case("odd spaces", ("a\u{A0}b\tc", "a b c")),
    Case(
      "200 KB are cut",
      (String(repeating: "a", count: 200_000), String(repeating: "a", count: 200) + "…")),
  ]

  @Test("it is shown on one line without control characters", arguments: cases)
  func shown(_ row: Case<(text: String, shown: String)>) {
    #expect(UntrustedText.printable(row.value.text) == row.value.shown)
  }

  static let escaped: [Case<(text: String, shown: String)>] = [
    Case("plain members stay", (#"{"a":"é 拒绝 \u001b[2J"}"#, #"{"a":"é 拒绝 \u001b[2J"}"#)),
    Case("8-bit control sequence", ("\"\u{9B}2J\u{85}\"", #""\u009b2J\u0085""#)),
    Case("DEL", ("\"\u{7F}\"", #""\u007f""#)),
    Case("right-to-left override", ("\"\u{202E}evil\"", #""\u202eevil""#)),
    Case("isolates and marks", ("\"\u{2066}\u{200F}\"", #""\u2066\u200f""#)),
    Case("tags, in two units", ("\"\u{E0041}\"", #""\udb40\udc41""#)),
    Case("separators of lines", ("\"\u{2028}\u{2029}\"", #""\u2028\u2029""#)),
  ]

  // attack: V-12
  @Test("as JSON it is escaped, and means the same", arguments: escaped)
  func escapes(_ row: Case<(text: String, shown: String)>) throws {
    let shown = UntrustedText.printable(json: row.value.text)
    #expect(shown == row.value.shown)
    #expect(
      try JSONSerialization.jsonObject(with: Data(shown.utf8), options: .fragmentsAllowed)
        as? NSObject
        == JSONSerialization.jsonObject(with: Data(row.value.text.utf8), options: .fragmentsAllowed)
        as? NSObject)
  }

  @Test("a body keeps its lines and has no escape sequences")
  func lines() {
    #expect(
      UntrustedText.printableLines("a\n\tb\u{1B}]0;x\u{7}\n") == "a\n\tb\u{FFFD}]0;x\u{FFFD}\n")
  }

  @Test("every message of the tool is one line that begins with its name")
  func messages() {
    let written = Mutex("")
    let terminal = Terminal(isForTerminal: false) { stream, bytes in
      written.withLock { $0 += "\(stream.rawValue):" + String(decoding: bytes, as: UTF8.self) }
    }
    terminal.error("no\ncoatcheck: hint: run rm")
    terminal.hint("a\u{1B}[1A")
    terminal.note("b")
    #expect(
      written.withLock { $0 } == """
        2:coatcheck: error: no coatcheck: hint: run rm
        2:coatcheck: hint: a\u{FFFD}[1A
        2:coatcheck: b

        """)
  }
}
