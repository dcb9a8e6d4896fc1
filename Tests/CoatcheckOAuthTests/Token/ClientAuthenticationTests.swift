// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Client authentication")
struct ClientAuthenticationTests {
  private func request(
    _ id: String, _ authentication: ClientAuthentication
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try refreshExchange(ClientIdentity(id: id, authentication: authentication)).request()
  }

  // attack: C-46
  @Test("id and secret are form-encoded before they become Basic credentials")
  func basic() throws {
    let (head, body) = try request("my:client id", .basic(Secret("p@ss+w%rd é")))
    #expect(
      head.headerFields[.authorization]
        == "Basic bXklM0FjbGllbnQraWQ6cCU0MHNzJTJCdyUyNXJkKyVDMyVBOQ==")
    let form = try Parameters(bytes: body)
    #expect(form["client_id"] == nil)
    #expect(form["client_secret"] == nil)
  }

  @Test("the example of RFC 6749 §2.3.1 and §6 is written as there")
  func example() throws {
    let (head, body) = try RefreshExchange(
      refreshToken: Secret("tGzv3JOkF0XG5Qx2TlKWIA"),
      client: ClientIdentity(id: "s6BhdRkqt3", authentication: .basic(Secret("gX1fBat3bV"))),
      tokenEndpoint: Endpoint("https://server.example.com/token")
    ).request()
    #expect(head.headerFields[.authorization] == "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW")
    #expect(head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(
      body.text
        == "grant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA")
  }

  @Test("post sends both in the form, and none sends only the id")
  func otherMethods() throws {
    let posted = try request("web", .post(Secret("s x")))
    #expect(posted.head.headerFields[.authorization] == nil)
    #expect(try Parameters(bytes: posted.body)["client_secret"] == "s x")
    let bare = try request("app", .none)
    #expect(bare.head.headerFields[.authorization] == nil)
    #expect(try Parameters(bytes: bare.body)["client_id"] == "app")
  }

  @Test("credentials that cannot be sent are an error of the caller")
  func misuse() {
    expectError(naming: "client_id") { try request("", .none) }
    expectError(naming: "client_id") { try request("a\nb", .none) }
    expectError(naming: "client_secret") { try request("a", .basic(Secret(""))) }
    expectError(naming: "client_secret") { try request("a", .post(Secret("x\u{0}"))) }
  }

  @Test("extra parameters are sent, and cannot replace those of the protocol")
  func extras() throws {
    func refresh(_ extra: Parameters) throws(OAuthError) -> Parameters {
      var exchange = try refreshExchange()
      exchange.extra = extra
      let (_, body) = try exchange.request()
      return try Parameters(bytes: body)
    }
    #expect(try refresh(["audience": "x"])["audience"] == "x")
    for name in ["grant_type", "refresh_token", "client_id", "client_secret", "scope", "code"] {
      expectError(naming: name) { try refresh([name: "x"]) }
    }
  }

  @Test("a public client cannot use the client credentials grant")
  func publicCredentials() throws {
    let exchange = try directExchange(.clientCredentials)
    expectMisuse { try exchange.request() }
  }
}
