// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Parameters")
struct ParametersTests {
  @Test(
    "a value survives its encoding",
    arguments: ["", "a", "a b+c%26d", "é", "🧥", "\u{7f}", "~*-._", "x\r\nSet-Cookie: a=b", "a&b=c"])
  func roundTrip(value: String) throws {
    let text = Parameters([("name", value)]).encoded
    #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    #expect(try Parameters(decoding: text)["name"] == (value.isEmpty ? nil : value))
  }

  @Test(
    "a malformed encoding is refused, and the parameter is named",
    arguments: [
      "a=%", "a=%2", "a=%zz", "a=%FF", "a=%C0%AF", "a=%00", "a=x%00y", "a=x\u{0}y", "a=\r\n",
      "a=%ED%A0%80",
    ])
  func badEncoding(text: String) {
    expectError(.refused(.invalidRequest, ""), naming: "a") { try Parameters(decoding: text) }
  }

  @Test(
    "a name given twice is refused, also when one of the two is empty or escaped",
    arguments: ["a=1&a=2", "a=&a=2", "a=1&a", "a=1&%61=2"])
  func duplicates(text: String) {
    expectError(.refused(.invalidRequest, ""), naming: "a") { try Parameters(decoding: text) }
  }

  @Test("an empty parameter counts as omitted")
  func emptyIsOmitted() throws {
    let parameters = try Parameters(decoding: "a=&b&c=3&&")
    #expect(parameters == ["c": "3"])
    #expect(parameters.names == ["c"])
  }

  @Test("the order is kept, and a new value replaces the old one in its place")
  func order() {
    var parameters: Parameters = ["z": "1", "a": "2"]
    parameters["z"] = "3"
    parameters["m"] = "4"
    parameters["a"] = nil
    #expect(parameters.encoded == "z=3&m=4")
  }

  @Test("the example of RFC 6749 appendix B is encoded as there")
  func appendixB() throws {
    // U+0020, U+0025, U+0026, U+002B, U+00A3, U+20AC
    let text = " %&+£€"
    #expect(Parameters([("a", text)]).encoded == "a=+%25%26%2B%C2%A3%E2%82%AC")
    #expect(try Parameters(decoding: "a=+%25%26%2B%C2%A3%E2%82%AC")["a"] == text)
  }

  @Test("parameters print their names and no values")
  func redaction() {
    let parameters: Parameters = ["code": "hush-hush"]
    let printed = printed(parameters)
    #expect(!printed.contains("hush"))
    #expect(printed.contains("code"))
  }
}
