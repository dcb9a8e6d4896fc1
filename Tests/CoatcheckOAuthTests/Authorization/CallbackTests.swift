// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// One callback, which is made from the state of the transaction.
struct Callback: CustomTestStringConvertible, Sendable {
  let name: String
  let query: @Sendable (_ state: String) -> String
  var testDescription: String { name }

  init(_ name: String, _ query: @escaping @Sendable (_ state: String) -> String) {
    self.name = name
    self.query = query
  }
}

@Suite("Callbacks")
struct CallbackTests {
  private func refusal(
    of callback: Callback, issParameter: Bool = false, mode: ResponseMode = .query
  ) throws -> OAuthError? {
    let transaction = try transaction(issParameter: issParameter, mode: mode)
    let url = "https://app.example/cb" + callback.query(transaction.state.reveal())
    return failure { try transaction.reply(from: url, at: start) }
  }

  @Test("a callback with the correct state returns the code, which is sent with the verifier")
  func goodCallback() throws {
    let transaction = try transaction()
    let reply = try transaction.reply(to: "code=abc", at: start + 60)
    #expect(reply.code.reveal() == "abc")
    let (head, body) = try CodeExchange(reply, client: publicClient, tokenEndpoint: tokenEndpoint())
      .request()
    #expect(head.method == .post && head.path == "/token")
    let expected: Parameters = [
      "grant_type": "authorization_code", "code": "abc", "redirect_uri": callbackURI,
      "code_verifier": transaction.pkce.verifier.reveal(), "client_id": "app",
    ]
    #expect(try Parameters(bytes: body) == expected)
  }

  // attack: C-01
  @Test(
    "a callback with another state is refused and returns no code",
    arguments: [
      Callback("missing") { _ in "?code=abc" },
      Callback("empty") { _ in "?code=abc&state=" },
      Callback("another") { _ in "?code=abc&state=nonsense" },
      Callback("last byte changed") {
        "?code=abc&state=\($0.dropLast())" + ($0.hasSuffix("A") ? "B" : "A")
      },
      Callback("other letter case") { "?code=abc&state=\($0.uppercased())" },
      Callback("one byte more") { "?code=abc&state=\($0)A" },
    ])
  func wrongState(callback: Callback) throws {
    #expect(try refusal(of: callback) == .unreadable(.stateMismatch, ""))
  }

  // attack: C-04
  @Test("a callback without iss is refused if the metadata says that the server sends it")
  func missingIssuer() throws {
    let callback = Callback("no iss") { "?code=abc&state=\($0)" }
    #expect(try refusal(of: callback, issParameter: true) == .unreadable(.issuerMismatch, ""))
    #expect(try refusal(of: callback, issParameter: false) == nil)
  }

  @Test(
    "a callback with another iss is refused, whatever the metadata says",
    arguments: [
      "https://evil.example", "https://op.example/", "https://OP.example", "http://op.example", "x",
      "https://op.example.evil.example",
    ], [true, false])
  func wrongIssuer(issuer: String, promised: Bool) throws {
    let callback = Callback(issuer) {
      "?code=abc&state=\($0)&" + Parameters([("iss", issuer)]).encoded
    }
    #expect(try refusal(of: callback, issParameter: promised) == .unreadable(.issuerMismatch, ""))
  }

  // attack: C-06
  @Test(
    "an error response with another iss or state is not reported as an error of the server",
    arguments: [
      (
        Callback("wrong iss") { "?error=access_denied&state=\($0)&iss=https%3A%2F%2Fevil.example" },
        OAuthError.Code.issuerMismatch
      ),
      (
        Callback("wrong state") { _ in
          "?error=access_denied&state=x&iss=https%3A%2F%2Fop.example"
        }, .stateMismatch
      ),
      (
        Callback("no state") { _ in "?error=access_denied&iss=https%3A%2F%2Fop.example" },
        .stateMismatch
      ),
      (Callback("no iss") { "?error=access_denied&state=\($0)" }, .issuerMismatch),
    ])
  func forgedError(callback: Callback, code: OAuthError.Code) throws {
    let error = try refusal(of: callback, issParameter: true)
    #expect(error == .unreadable(code, "") && error?.peerDescription == nil)
  }

  @Test("an error response of the issuer is reported with its code, description and URI")
  func peerError() throws {
    let error = try refusal(
      of: Callback("denied") {
        "?error=access_denied&error_description=No+way&error_uri=https%3A%2F%2Fop.example%2Fe&state=\($0)"
      })
    #expect(error == .refused(.accessDenied, ""))
    #expect(error?.peerDescription == "No way")
    #expect(error?.errorURI == "https://op.example/e")
  }

  // attack: C-11
  @Test(
    "a repeated parameter is refused",
    arguments: [
      Callback("code") { "?code=a&code=b&state=\($0)" },
      Callback("the same code") { "?code=a&code=a&state=\($0)" },
      Callback("state") { "?code=a&state=\($0)&state=\($0)" },
      Callback("state, the second empty") { "?code=a&state=\($0)&state=" },
      Callback("iss") {
        "?code=a&state=\($0)&iss=https%3A%2F%2Fop.example&iss=https%3A%2F%2Fop.example"
      },
    ])
  func repeated(callback: Callback) throws {
    #expect(try refusal(of: callback) == .unreadable(.callbackMalformed, ""))
  }

  // attack: C-12
  @Test(
    "an empty, over-long or unprintable code is refused",
    arguments: [
      Callback("missing") { "?state=\($0)" },
      Callback("empty") { "?code=&state=\($0)" },
      Callback("10,000 characters") {
        "?code=" + String(repeating: "a", count: 10_000) + "&state=\($0)"
      },
      Callback("CR LF") { "?code=a%0d%0ab&state=\($0)" },
      Callback("NUL") { "?code=a%00b&state=\($0)" },
      Callback("not UTF-8") { "?code=a%FFb&state=\($0)" },
      Callback("not ASCII") { "?code=%C3%A9&state=\($0)" },
    ])
  func badCode(callback: Callback) throws {
    #expect(try refusal(of: callback) == .unreadable(.callbackMalformed, ""))
  }

  // attack: C-12
  @Test("a code with an ampersand is one parameter of the token request")
  func ampersand() throws {
    let reply = try transaction().reply(to: "code=a%26client_id%3Devil")
    let (_, body) = try CodeExchange(reply, client: publicClient, tokenEndpoint: tokenEndpoint())
      .request()
    let form = try Parameters(bytes: body)
    #expect(form["code"] == "a&client_id=evil")
    #expect(form["client_id"] == "app")
    #expect(body.text.split(separator: "client_id=").count == 2)
  }

  // attack: C-13
  @Test("a response in the fragment, in another response mode or as a JWT is refused")
  func wrongMode() throws {
    let malformed = OAuthError.unreadable(.callbackMalformed, "")
    let cases: [(Callback, ResponseMode)] = [
      (Callback("fragment") { "#code=a&state=\($0)" }, .query),
      (Callback("both") { "?code=a&state=\($0)#code=b&state=\($0)" }, .query),
      (Callback("JWT") { "?response=e30.e30.e30&code=a&state=\($0)" }, .query),
      (Callback("query") { "?code=a&state=\($0)" }, .formPost),
    ]
    for (callback, mode) in cases {
      #expect(try refusal(of: callback, mode: mode) == malformed, "\(callback.name)")
    }

    let asked = try transaction(mode: .query)
    let form = Data("code=a&state=\(asked.state.reveal())".utf8)
    expectError(malformed) { try asked.reply(fromForm: form, at: start) }
    let posted = try transaction(mode: .formPost)
    #expect(try posted.reply(fromForm: form, at: start).code.reveal() == "a")
  }

  @Test("a fragment without response parameters is ignored")
  func harmlessFragment() throws {
    #expect(try refusal(of: Callback("_=_") { "?code=a&state=\($0)#_=_" }) == nil)
    #expect(try refusal(of: Callback("empty") { "?code=a&state=\($0)#" }) == nil)
  }

  // attack: C-16
  @Test(
    "a callback is accepted for ten minutes after the start",
    arguments: [(0, true), (600, true), (601, false), (-601, false)] as [(TimeInterval, Bool)])
  func lifetime(seconds: TimeInterval, taken: Bool) throws {
    expectError(taken ? nil : .unreadable(.transactionExpired, "")) {
      try transaction().reply(at: start + seconds)
    }
  }

  @Test(
    "a callback is accepted at the redirect URI only, whose scheme may have any letter case",
    arguments: [
      ("https://app.example/cb", "HTTPS://app.example/cb", true),
      ("https://app.example/cb", "http://app.example/cb", false),
      ("https://app.example/cb", "https://app.example:444/cb", false),
      ("https://app.example/cb", "https://app.example.evil/cb", false),
      ("https://app.example/cb", "https://u@app.example/cb", false),
      ("https://app.example/cb", "https://app.example/CB", false),
      ("https://app.example/cb", "https://app.example/cb/", false),
      ("https://app.example/cb", "https://app.example/x/../cb", false),
      ("https://app.example", "https://app.example/", true),
      ("http://127.0.0.1:4711/cb", "http://127.0.0.1:4711/cb", true),
      ("http://127.0.0.1:4711/cb", "http://127.0.0.1:4712/cb", false),
      ("http://127.0.0.1:4711/cb", "http://localhost:4711/cb", false),
      ("com.example.app:/cb", "com.example.app:/cb", true),
      ("com.example.app:/cb", "COM.example.app:/cb", true),
      ("com.example.app:/cb", "com.example.app2:/cb", false),
      ("com.example.app:/cb", "com.example.app:/other", false),
      ("com.example.app:/cb", "com.example.app://cb", false),
      ("com.example.app:/cb", "com.example.app:///cb", false),
      ("com.example.app:///cb", "com.example.app:///cb", true),
      ("https://app.example/cb?a=b", "https://app.example/cb?a=b", true),
      ("https://app.example/cb?a=b", "https://app.example/cb?a=c", false),
      ("https://app.example/cb?a=b", "https://app.example/cb", false),
    ])
  func redirectURI(registered: String, arrived: String, taken: Bool) throws {
    let transaction = try transaction(redirectURI: registered)
    let url =
      arrived + (arrived.contains("?") ? "&" : "?") + "code=a&state=\(transaction.state.reveal())"
    expectError(taken ? nil : .unreadable(.callbackMalformed, "")) {
      try transaction.reply(from: url, at: start)
    }
  }

  @Test("a callback with both a code and an error is refused")
  func bothAnswers() throws {
    let callback = Callback("both") { "?code=a&error=access_denied&state=\($0)" }
    #expect(try refusal(of: callback) == .unreadable(.callbackMalformed, ""))
  }

  // attack: C-72
  @Test("an error description is truncated to one line without control characters")
  func hostileDescription() throws {
    let text =
      "one\r\ntwo \u{1b}[2J\u{202e}three\u{2028}four" + String(repeating: "x", count: 200 << 10)
    let callback = Callback("hostile") {
      "?state=\($0)&"
        + Parameters([("error", "access_denied\u{1b}[31m"), ("error_description", text)]).encoded
    }
    let error = try #require(try refusal(of: callback))
    #expect(error.outcome == .refused)
    #expect(error.code.rawValue == "access_denied[31m")
    #expect(error.peerDescription?.hasPrefix("one  two  [2Jthree four") == true)
    #expect(error.peerDescription?.unicodeScalars.count == 201)
    for line in [error.description, error.peerDescription ?? ""] {
      #expect(line.unicodeScalars.count < 400)
      #expect(
        line.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
            $0.properties.generalCategory)
        })
    }
  }

  @Test("a code of another client's transaction cannot be redeemed")
  func otherClient() throws {
    let exchange = try CodeExchange(
      transaction().reply(), client: ClientIdentity(id: "other"), tokenEndpoint: tokenEndpoint())
    expectMisuse { try exchange.request() }
  }
}
