// SPDX-License-Identifier: Apache-2.0

import TestKit

@testable import CoatcheckClient

@Suite("A URI reference")
struct URIReferenceTests {
  /// The examples of RFC 3986 §5.4, from `http://a/b/c/d;p?q`.
  static let examples: [(String, String)] = [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"),
    (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("g;x?y#s", "/b/c/g;x?y"), ("", "/b/c/d;p?q"),
    (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"),
    ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"),
    ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"),
    ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
    ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"),
    ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"),
    ("g#s/./x", "/b/c/g"), ("g#s/../x", "/b/c/g"),
  ]

  @Test("is resolved as in the examples of RFC 3986", arguments: examples)
  func resolution(_ reference: String, _ path: String) throws {
    let base = try Endpoint("https://a/b/c/d;p?q")
    let found = try URIReference.resolve(reference, from: base)
    #expect(found.text == "https://a" + path)
  }

  @Test(
    "can have its own host or scheme",
    arguments: [
      ("//g", "https://g"), ("//g/a/../b?c", "https://g/b?c"), ("https://g/..", "https://g/"),
      ("http://127.0.0.1:1?x", "http://127.0.0.1:1?x"), ("HTTPS://g/x", "HTTPS://g/x"),
    ])
  func absolute(_ reference: String, _ address: String) throws {
    let base = try Endpoint("https://a/b/c/d;p?q")
    #expect(try URIReference.resolve(reference, from: base).text == address)
  }
}
