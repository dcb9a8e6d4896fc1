// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Finding a user's issuer by a name")
struct WebFingerTests {
  @Test(
    "what a user types is asked at the host in it",
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
    let (head, body) = try WebFingerExchange(name: name).request()
    #expect("\(head.scheme ?? "")://\(head.authority ?? "")" == origin)
    let received = try WebFingerExchange.received(head: head, body: body)
    #expect(received.resource == resource)
    #expect(received.wantsIssuer)
  }

  @Test(
    "a name without a host that could be asked is refused",
    arguments: [
      "", "@", "joe@", "joe@exa mple.com", "http://",
      "https://user:pw@example.com/", "javascript:alert(1)",
    ])
  func noNames(name: String) {
    let error = failure { () throws(OAuthError) in try WebFingerExchange(name: name).request() }
    #expect(error?.outcome == .misused)
  }

  @Test("the issuer that the server names is what the client reads")
  func both() throws {
    let exchange = try WebFingerExchange(name: "joe@example.com")
    let issuer = try Issuer("https://op.example/t1")
    let answer = WebFingerExchange.response(issuer)
    #expect(answer.head.headerFields[.contentType] == "application/jrd+json")
    #expect(try exchange.reply(answer) == issuer)
  }

  @Test(
    "an answer without a usable issuer is refused",
    arguments: [
      ("{}", .metadataMalformed), (#"{"links":[]}"#, .metadataMalformed),
      (#"{"links":[{"rel":"other","href":"https://op.example"}]}"#, .metadataMalformed),
      (#"{"links":[{"rel":"http://openid.net/specs/connect/1.0/issuer"}]}"#, .metadataMalformed),
      (
        #"{"links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"http://op.example"}]}"#,
        .insecureEndpoint
      ),
      (
        #"{"links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"http://127.0.0.1:1"}]}"#,
        .insecureEndpoint
      ),
      (
        #"{"links":[{"rel":"http://openid.net/specs/connect/1.0/issuer","href":"https://h?q"}]}"#,
        .metadataMalformed
      ),
    ] as [(String, OAuthError.Code)])
  func bad(body: String, code: OAuthError.Code) {
    let error = failure { () throws(OAuthError) in
      try WebFingerExchange(name: "joe@example.com").reply(response(200, body))
    }
    #expect(error == .unreadable(code, ""))
  }

  @Test(
    "a server refuses what is no question",
    arguments: [
      ("/.well-known/webfinger", 400), ("/.well-known/webfinger?rel=x", 400),
      ("/.well-known/webfinger?resource=a&resource=b", 400), ("/other?resource=a", 404),
    ])
  func badQuestions(path: String, status: Int) {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "h", path: path)
    let error = failure { () throws(OAuthError) in
      try WebFingerExchange.received(head: head, body: Data())
    }
    #expect(error.map { WebFingerExchange.response($0).head.status.code } == status)
  }

  @Test("several relations may be asked for")
  func relations() throws {
    func wants(_ query: String) throws -> Bool {
      try WebFingerExchange.received(
        head: HTTPRequest(
          method: .get, scheme: "https", authority: "h", path: "/.well-known/webfinger?\(query)"),
        body: Data()
      ).wantsIssuer
    }
    #expect(try wants("resource=a"))
    #expect(try !wants("resource=a&rel=avatar"))
    #expect(
      try wants(
        "resource=a&rel=avatar&rel=http%3A%2F%2Fopenid.net%2Fspecs%2Fconnect%2F1.0%2Fissuer"))
  }
}
