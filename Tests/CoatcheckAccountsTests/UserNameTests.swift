// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import TestSupport

@Suite("User names have one canonical form")
struct UserNameTests {
  @Test(
    "a typed name becomes its canonical form",
    arguments: [
      ("alice", "alice"), ("ALICE", "alice"), ("Al.Ice+x@Example.ORG", "al.ice+x@example.org"),
      ("e\u{301}", "\u{E9}"), ("E\u{301}", "\u{C9}"), ("\u{212A}", "k"), ("\u{212B}", "\u{C5}"),
      ("ı", "ı"), ("İ", "İ"), ("ß", "ß"), ("ſ", "ſ"), ("ＡＢ", "ＡＢ"), ("ﬁ", "ﬁ"), ("名前", "名前"),
      ("a'b\"c;--%_\\", "a'b\"c;--%_\\"), ("x", "x"),
    ])
  func canonical(_ typed: String, _ wanted: String) throws {
    let name = try UserName(typed)
    #expect(Array(name.text.utf8) == Array(wanted.utf8))
    #expect(try UserName(name.text) == name)
    #expect(try UserName(wanted).hashValue == name.hashValue)
  }

  // attack: ST-14
  @Test(
    "a name with invisible or ambiguous characters is refused",
    arguments: [
      "", " ", "alice ", " alice", "al ice", "al\u{A0}ice", "al\u{3000}ice", "alice\n", "al\tice",
      "a\0b", "\0", "\u{7F}", "\u{85}", "a\u{200B}b", "a\u{200D}b", "a\u{FEFF}b", "a\u{202E}b",
      "a\u{2066}b", "a\u{AD}b", "a\u{E0001}b", "a\u{FFFF}b", "a\u{E000}b", "a\u{3164}b",
      "a\u{034F}b", "a\u{2028}b", "a\u{FE0F}b",
    ])
  func refused(_ typed: String) {
    #expect(throws: AccountError(.invalidUserName, "")) { try UserName(typed) }
  }

  @Test("a name has 255 bytes at most, as typed and as stored")
  func length() throws {
    #expect(try UserName(String(repeating: "a", count: 255)).text.utf8.count == 255)
    for long in [
      String(repeating: "a", count: 256), String(repeating: "é", count: 128),
      String(repeating: "x", count: 1 << 20),
      // 85 characters of three bytes each, which have six bytes each after normalization.
      String(repeating: "\u{FB2C}", count: 85),
    ] {
      #expect(throws: AccountError(.invalidUserName, "")) { try UserName(long) }
    }
  }
}
