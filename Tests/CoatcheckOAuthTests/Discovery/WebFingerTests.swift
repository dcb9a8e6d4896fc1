// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Finding the issuer of a user with WebFinger")
struct WebFingerTests {
  @Test(
    "the request for an identifier is sent to the host in it",
    arguments: [
      ("joe@example.com", "acct:joe@example.com", "https://example.com"),
      ("acct:joe@example.com", "acct:joe@example.com", "https://example.com"),
      ("joe@example.com:8080", "acct:joe@example.com:8080", "https://example.com:8080"),
      (
        "juliet@capulet.example@shopping.example", "acct:juliet@capulet.example@shopping.example",
        "https://shopping.example"
      ),
      ("example.com", "https://example.com", "https://example.com"),
      ("example.com:8080", "https://example.com:8080", "https://example.com:8080"),
      ("https://example.com/joe", "https://example.com/joe", "https://example.com"),
      ("example.com/joe#part", "https://example.com/joe", "https://example.com"),
      ("http://127.0.0.1:80/joe", "http://127.0.0.1:80/joe", "http://127.0.0.1:80"),
      ("joe@localhost:8080", "acct:joe@localhost:8080", "http://localhost:8080"),
    ])
  func names(name: String, resource: String, origin: String) throws {
    let message = try WebFingerExchange(name: name).request()
    #expect("\(message.head.scheme ?? "")://\(message.head.authority ?? "")" == origin)
    let received = try WebFingerExchange.received(message)
    #expect(received.resource == resource && received.wantsIssuer)
  }

  @Test(
    "an identifier without a valid host is refused",
    arguments: [
      "", "@", "joe@", "joe@exa mple.com", "http://",
      "https://user:pw@example.com/", "javascript:alert(1)",
    ])
  func noNames(name: String) {
    expectMisuse { try WebFingerExchange(name: name).request() }
  }

  @Test("the client reads the issuer that the server returns")
  func both() throws {
    let exchange = try WebFingerExchange(name: "joe@example.com")
    let issuer = try Issuer("https://op.example/t1")
    let answer = WebFingerExchange.response(issuer)
    #expect(answer.head.headerFields[.contentType] == "application/jrd+json")
    #expect(try exchange.reply(answer) == issuer)
  }

  /// A response with a link to the issuer that has these additional members.
  private static func link(_ members: String) -> String {
    #"{"links":[{"rel":"http://openid.net/specs/connect/1.0/issuer"\#(members)}]}"#
  }

  @Test(
    "a response without a valid issuer is refused",
    arguments: [
      ("{}", .metadataMalformed), (#"{"links":[]}"#, .metadataMalformed),
      (#"{"links":[{"rel":"other","href":"https://op.example"}]}"#, .metadataMalformed),
      (link(""), .metadataMalformed), (link(#","href":"http://op.example""#), .insecureEndpoint),
      (link(#","href":"http://127.0.0.1:1""#), .insecureEndpoint),
      (link(#","href":"https://h?q""#), .metadataMalformed),
    ] as [(String, OAuthError.Code)])
  func bad(body: String, code: OAuthError.Code) {
    expectError(.unreadable(code, "")) {
      try WebFingerExchange(name: "joe@example.com").reply(response(200, body))
    }
  }

  @Test(
    "a server refuses a malformed request",
    arguments: [
      ("/.well-known/webfinger", 400), ("/.well-known/webfinger?rel=x", 400),
      ("/.well-known/webfinger?resource=a&resource=b", 400), ("/other?resource=a", 404),
    ])
  func badQuestions(path: String, status: Int) {
    let error = failure { try WebFingerExchange.received(get(path)) }
    #expect(error.map { WebFingerExchange.response($0).head.status.code } == status)
  }

  @Test("a request may contain several relations")
  func relations() throws {
    func wants(_ query: String) throws -> Bool {
      try WebFingerExchange.received(get("/.well-known/webfinger?\(query)")).wantsIssuer
    }
    #expect(try wants("resource=a"))
    #expect(try !wants("resource=a&rel=avatar"))
    #expect(
      try wants(
        "resource=a&rel=avatar&rel=http%3A%2F%2Fopenid.net%2Fspecs%2Fconnect%2F1.0%2Fissuer"))
  }
}
