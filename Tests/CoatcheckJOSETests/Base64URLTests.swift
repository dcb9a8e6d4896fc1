// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("base64url")
struct Base64URLTests {
  // attack: J-18
  @Test(
    "text outside the alphabet is refused",
    arguments: [
      Case("padding", "YQ=="), Case("padding in the middle", "YQ==YQ"), Case("plus", "ab+d"),
      Case("slash", "ab/d"), Case("space", "ab d"), Case("leading space", " abcd"),
      Case("line feed", "ab\nd"), Case("trailing line feed", "YQ\n"), Case("escape", "YQ%2E"),
      Case("letter outside ASCII", "aébc"), Case("full-width letter", "Ａbcd"),
      Case("NUL", "ab\u{0}d"), Case("dot", "ab.d"), Case("one letter", "a"),
      Case("five letters", "abcde"),
    ])
  func refused(text: Case<String>) throws {
    #expect(refusal { try Base64URL.decode(text.value) } == .malformedToken)
    let parts = Fixture.ecToken.split(separator: ".").map(String.init)
    for index in 0..<3 {
      var changed = parts
      changed[index] = text.value
      let token = changed.joined(separator: ".")
      #expect(refusal(of: token, trusting: Fixture.ec.trusted) == .malformedToken)
    }
  }

  // attack: J-19
  @Test("a signature whose unused last bits are set is refused, although its bytes are the same")
  func trailingBits() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(Fixture.ecToken.last)
    let value = try #require(alphabet.firstIndex(of: last))
    // 64 bytes are 86 characters: the last one has two bits of the signature and four unused bits.
    #expect(value % 16 == 0)
    for bits in 1..<16 {
      let token = String(Fixture.ecToken.dropLast()) + String(alphabet[value + bits])
      #expect(refusal(of: token, trusting: Fixture.ec.trusted) == .malformedToken)
    }
    #expect(refusal(of: Fixture.ecToken, trusting: Fixture.ec.trusted) == nil)
  }

  @Test("every accepted text is the canonical encoding of its bytes")
  func canonical() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var accepted = 0
    for first in alphabet {
      for second in alphabet {
        let text = String([first, second])
        guard let bytes = try? Base64URL.decode(text) else { continue }
        accepted += 1
        #expect(Base64URL.encode(bytes) == text)
      }
    }
    #expect(accepted == 256)
  }

  @Test("an encoded text decodes to the same bytes, and equals the encoding of Foundation")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    for count in 0..<300 {
      let bytes = random.bytes(count)
      let text = Base64URL.encode(bytes)
      #expect(try Base64URL.decode(text) == bytes)
      #expect(try Base64URL.decode(Substring("." + text).dropFirst()) == bytes)
      #expect(Base64URL.encode(Data(bytes)) == text)
      #expect(Base64URL.encode(AnyCollection(bytes)) == text)
      let foundation = Data(bytes).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(text == foundation)
    }
  }

  @Test(
    "the examples of RFC 4648 §10 decode",
    arguments: zip(
      ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"],
      ["", "f", "fo", "foo", "foob", "fooba", "foobar"]))
  func examples(text: String, plain: String) throws {
    #expect(try Base64URL.decode(text) == Array(plain.utf8))
    #expect(Base64URL.encode(plain.utf8) == text)
  }
}
