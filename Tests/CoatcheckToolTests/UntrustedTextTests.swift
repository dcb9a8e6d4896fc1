// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Text from elsewhere")
struct UntrustedTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let shown: String
  }

  static let cases: [Case] = [
    Case(testDescription: "plain text stays", text: "access denied", shown: "access denied"),
    Case(testDescription: "other scripts stay", text: "доступ 拒绝 é", shown: "доступ 拒绝 é"),
    Case(testDescription: "line breaks", text: "a\r\nb\u{85}c\u{2028}d", shown: "a  b\u{FFFD}c d"),
    Case(testDescription: "clear the screen", text: "x\u{1B}[2Jy", shown: "x\u{FFFD}[2Jy"),
    Case(testDescription: "8-bit control sequence", text: "x\u{9B}2Jy", shown: "x\u{FFFD}2Jy"),
    Case(
      testDescription: "right-to-left override", text: "\u{202E}evil", shown: "\u{FFFD}evil"),
    Case(testDescription: "isolates", text: "a\u{2066}b\u{2069}", shown: "a\u{FFFD}b\u{FFFD}"),
    Case(
      testDescription: "zero width and tags", text: "a\u{200B}\u{E0041}", shown: "a\u{FFFD}\u{FFFD}"
    ),
    Case(testDescription: "NUL and DEL", text: "\0\u{7F}", shown: "\u{FFFD}\u{FFFD}"),
    Case(testDescription: "odd spaces", text: "a\u{A0}b\tc", shown: "a b c"),
    Case(
      testDescription: "200 KB are cut", text: String(repeating: "a", count: 200_000),
      shown: String(repeating: "a", count: 200) + "…"),
  ]

  @Test("it is shown on one line and holds nothing a terminal obeys", arguments: cases)
  func shown(_ example: Case) {
    #expect(UntrustedText.printable(example.text) == example.shown)
  }

  @Test("a body keeps its lines and loses its escape sequences")
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
