// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization requests, as a server reads them")
struct AuthorizationRequestTests {
  static let good: Parameters = [
    "response_type": "code", "client_id": "s6BhdRkqt3", "state": "xyz",
    "redirect_uri": "https://client.example.com/cb", "scope": "openid email",
    "code_challenge": PKCETests.challenge, "code_challenge_method": "S256",
  ]

  private func refusal(_ changes: [String: String?]) -> OAuthError? {
    failure { try AuthorizationRequest(parsing: Self.good.changing(changes)) }
  }

  @Test("the example of RFC 6749 §4.1.1 is read")
  func example() throws {
    let message = get(
      "/authorize?response_type=code&client_id=s6BhdRkqt3&state=xyz"
        + "&redirect_uri=https%3A%2F%2Fclient%2Eexample%2Ecom%2Fcb")
    let request = try AuthorizationRequest(parsing: .received(message))
    #expect(request.clientID == "s6BhdRkqt3")
    #expect(request.state == "xyz")
    #expect(request.redirectURI == "https://client.example.com/cb")
    #expect(request.scopes.isEmpty)
  }

  // The grammar of rows; the tests of the server cover the
  // redirects.
  @Test(
    "a malformed request is refused with the code of the error response",
    arguments: [
      ("response_type", nil, .invalidRequest), ("response_type", "token", .unsupportedResponseType),
      ("response_type", "id_token", .unsupportedResponseType),
      ("response_type", "code token", .unsupportedResponseType),
      ("response_type", "code code", .unsupportedResponseType),
      ("response_type", "none", .unsupportedResponseType), ("code_challenge", nil, .invalidRequest),
      ("code_challenge_method", nil, .invalidRequest),
      ("code_challenge_method", "plain", .invalidRequest),
      ("code_challenge_method", "s256", .invalidRequest),
      ("code_challenge", String(repeating: "a", count: 42), .invalidRequest),
      ("code_challenge", String(repeating: "a", count: 129), .invalidRequest),
      ("code_challenge", PKCETests.challenge + "=", .invalidRequest),
      ("code_challenge", String(PKCETests.challenge.dropLast()) + " ", .invalidRequest),
      ("prompt", "foo", .invalidRequest), ("prompt", "none login", .invalidRequest),
      ("max_age", "-1", .invalidRequest), ("max_age", "abc", .invalidRequest),
      ("max_age", "1.5", .invalidRequest), ("max_age", "18446744073709551616", .invalidRequest),
      ("max_age", "+5", .invalidRequest), ("scope", "a\"b", .invalidScope),
      ("scope", "a\\b", .invalidScope), ("scope", "a\tb", .invalidScope),
      ("scope", (0..<10_000).map { "s\($0)" }.joined(separator: " "), .invalidScope),
      ("request", "e30.e30.", .requestNotSupported),
      ("request_uri", "http://127.0.0.1:1/x", .requestURINotSupported),
      ("response_mode", "fragment", .invalidRequest),
    ] as [(String, String?, OAuthError.Code)])
  func malformed(name: String, value: String?, code: OAuthError.Code) {
    #expect(refusal([name: value]) == .refused(code, ""))
  }

  @Test("prompt, max_age and hints are read")
  func options() throws {
    let request = try AuthorizationRequest(
      parsing: Self.good.changing([
        "prompt": "login consent", "max_age": "0", "acr_values": "a b", "foo": "bar",
      ]))
    #expect(request.prompt == ["login", "consent"])
    #expect(request.maxAge == 0)
    #expect(request.acrValues == ["a", "b"])
    #expect(request.extra == ["foo": "bar"])
  }

  // The parsing of rows: without a destination, nothing is redirected.
  @Test(
    "a request without a valid client id and redirect URI has no destination",
    arguments: [
      "redirect_uri=https%3A%2F%2Fevil.example&redirect_uri=https%3A%2F%2Fc.example%2Fcb&client_id=c",
      "redirect_uri=https%3A%2F%2Fc.example%2Fcb&redirect_uri=https%3A%2F%2Fevil.example&client_id=c",
      "redirect_uri=https%3A%2F%2Fc.example%2Fcb",
      "client_id=c&client_id=d",
      "client_id=c&redirect_uri=https%3A%2F%2Fevil%5C%40c.example%2Fcb",
      "client_id=c&redirect_uri=+https%3A%2F%2Fc.example%2Fcb",
      "client_id=c&redirect_uri=https%3A%2F%2Fc.example%E3%80%82evil%2Fcb",
      "client_id=c&redirect_uri=https%3A%2F%2Fc.example%2Fcb%0A",
      "client_id=c&redirect_uri=https%3A%2F%2Fc.example%2Fcb%00",
      "client_id=c&redirect_uri=https%3A%2F%2Fc.example%2Fcb%23f",
      "client_id=c&redirect_uri=https%3A%2F%2Fc.example%40evil%2Fcb",
    ])
  func noDestination(query: String) {
    expectError(.refused(.invalidRequest, "")) {
      try AuthorizationRequest.destination(in: .received(get("/authorize?" + query)))
    }
  }

  @Test("a parameter both in the query and in the form is refused as repeated")
  func queryAndBody() throws {
    expectError(.refused(.invalidRequest, "")) {
      try Parameters.received(post("client_id=b", path: "/authorize?client_id=a"))
    }
    #expect(
      try Parameters.received(post("state=b", path: "/authorize?client_id=a"))
        == ["client_id": "a", "state": "b"])
  }

  @Test("other methods, other media types and long bodies are refused by their status")
  func statuses() {
    func status(_ message: (head: HTTPRequest, body: Data)) -> Int? {
      failure { try Parameters.received(message) }?
        .status
    }
    var put = post("client_id=a")
    put.head.method = .put
    #expect(status(put) == 405)
    #expect(status(post("{}", type: "application/json")) == 415)
    #expect(status(post("a=" + String(repeating: "x", count: 65 << 10))) == 413)
  }
}
