// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Signing in at a web server")
struct ServerSideSignInTests {
  static let paths: [(String?, String)] = [
    ("//evil", "/"), ("/\\evil", "/"), ("/%09/evil", "/"), ("\t//evil", "/"), ("https:evil", "/"),
    ("///evil", "/"), ("http://localhost@evil", "/"), ("javascript:alert(1)", "/"),
    ("/a/..//evil", "/"), ("/%5cevil", "/"), ("%2f%2fevil", "/"), ("", "/"), (nil, "/"),
    ("/" + String(repeating: "a", count: 1 << 20), "/"), ("/%2fevil", "/"), ("/%2F%2Fevil", "/"),
    ("/../evil", "/"), ("/%2e%2e/evil", "/"), ("/./evil", "/"), ("/a//b", "/"), ("/%252fevil", "/"),
    ("/\u{00}", "/"), ("/a\r\nX: y", "/"), ("/a b", "/"), ("/é", "/"), ("/%zz", "/"),
    ("/%0d%0a", "/"), ("evil", "/"), (".evil", "/"), ("@evil", "/"), ("/?next=\\evil", "/"),
    ("/", "/"), ("/a", "/a"), ("/a/", "/a/"), ("/a/b?c=d&e=%2F%2Fx", "/a/b?c=d&e=%2F%2Fx"),
    ("/?q=//x", "/?q=//x"), ("/~me/..a", "/~me/..a"),
  ]

  // attack: C-66
  @Test(
    "after a sign-in the user agent is redirected to a path of this site only",
    arguments: paths)
  func returnTo(asked: String?, path: String) {
    #expect(ReturnPath.path(asked) == path)
  }

  private func bound(
    seed: UInt64, mode: ResponseMode = .query
  ) throws -> (transaction: AuthorizationTransaction, bound: BoundTransaction, cookie: Secret) {
    let begun = try transaction(mode: mode, seed: seed)
    let (bound, cookie) = BoundTransaction.bind(begun, environment: .fixed(seed: seed + 100))
    return (begun, bound, cookie)
  }

  // attack: C-03
  @Test("a callback with the correct state is refused in another browser")
  func otherBrowser() throws {
    let (begun, mine, cookie) = try bound(seed: 1)
    let (_, _, other) = try bound(seed: 2)
    // The sign-in as it is read from the server's store, which is the same for all browsers.
    let kept = try BoundTransaction(json: JSONObject(parsing: mine.json.serialized()))
    #expect(BoundTransaction.state(begun.state.reveal()) == kept.state)
    for wrong in [nil, other, Secret(""), Secret(kept.state), begun.state] {
      expectError(.unreadable(.stateMismatch, "")) {
        try kept.transaction(in: wrong).reply(from: begun.callback(), at: start)
      }
    }
    #expect(try kept.transaction(in: cookie).reply().code.reveal() == "c")
  }

  @Test("the cookie is for this host only, and its value is not in the stored sign-in")
  func cookie() throws {
    let (begun, mine, cookie) = try bound(seed: 3)
    let text = String(decoding: mine.json.serialized(), as: UTF8.self)
    #expect(!text.contains(cookie.reveal()))
    #expect(!"\(mine) \(String(reflecting: mine))".contains(begun.state.reveal()))
    #expect(
      mine.field(for: cookie)
        == "__Host-coatcheck-sign-in=\(cookie.reveal()); Path=/; Max-Age=600; Secure; HttpOnly; "
        + "SameSite=Lax")
    // A form is posted by a page of another site, so that the cookie needs `SameSite=None`.
    let posted = try bound(seed: 4, mode: .formPost)
    #expect(posted.bound.field(for: posted.cookie).hasSuffix("SameSite=None"))
  }

  @Test("a stored sign-in without one of its members is refused as damaged")
  func damaged() throws {
    let whole = try bound(seed: 5).bound.json
    for name in whole.names {
      var json = whole
      json[name] = nil
      expectError(.unreadable(.storeDamaged, ""), "\(name)") { try BoundTransaction(json: json) }
    }
  }

  // attack: C-92
  @Test(
    "a callback with a private-use scheme is accepted at its path only",
    arguments: [
      ("com.example.app:/cb", true), ("COM.Example.App:/cb", true), ("com.example.app:/CB", false),
      ("com.example.app:/cb/", false), ("com.example.app:/other", false),
      ("com.example.ap:/cb", false),
      ("com.example.app2:/cb", false), ("https://com.example.app/cb", false),
      ("com.example.app:cb", false), ("com.example.app://cb", false),
    ])
  func ownScheme(address: String, isMine: Bool) throws {
    let begun = try transaction(redirectURI: "com.example.app:/cb")
    expectError(isMine ? nil : .unreadable(.callbackMalformed, "")) {
      try begun.reply(from: "\(address)?code=c&state=\(begun.state.reveal())", at: start)
    }
  }

  // attack: C-93
  @Test("additional parameters cannot select the implicit or the password grant")
  func noLegacy() throws {
    for (name, value) in [("response_type", "token"), ("response_mode", "fragment")] {
      expectError(naming: name) { try prepareSignIn(scopes: []) { $0.extra[name] = value } }
    }
    #expect(try prepareSignIn(scopes: []).request.parameters["response_type"] == "code")
    var exchange = try refreshExchange()
    exchange.extra = ["grant_type": "password"]
    expectError(naming: "grant_type") { try exchange.request() }
    expectError(naming: "because") {
      try ImplicitTransaction.begin(
        metadata: metadata(), client: publicClient, redirectURI: callbackURI, scopes: ["a"],
        environment: .fixed(), because: "")
    }
  }
}
