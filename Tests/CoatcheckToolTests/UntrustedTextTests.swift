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
