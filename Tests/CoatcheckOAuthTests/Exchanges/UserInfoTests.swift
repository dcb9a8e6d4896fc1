// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Userinfo and revocation")
struct UserInfoTests {
  private func exchange() throws(OAuthError) -> UserInfoExchange {
    try UserInfoExchange(
      endpoint: Endpoint("https://op.example/me"), accessToken: Secret("token"), subject: "alice")
  }

  @Test(
    "a response about another user is refused",
    arguments: ["{}", #"{"sub":"mallory"}"#, #"{"sub":"Alice"}"#, #"{"sub":5}"#])
  func otherSubject(body: String) {
    expectError(.unreadable(.subjectMismatch, "")) { try exchange().reply(response(200, body)) }
  }

  @Test("a JWT is refused if JSON was requested")
  func jwt() {
    #expect(
      failure { try exchange().reply(response(200, "e30.e30.", type: "application/jwt")) }?.outcome
        == .unreadable)
  }

  @Test("the error of a 401 is that of its challenge, or invalid_token if that has none")
  func challenge() {
    for (field, code) in [
      ("Bearer", OAuthError.Code.invalidToken),
      ("Bearer error=\"insufficient_scope\", scope=\"email\"", .insufficientScope),
    ] {
      let message = response(401, "", type: nil, fields: [.wwwAuthenticate: field])
      expectError(.refused(code, "")) { try exchange().reply(message) }
    }
  }

  @Test("a server accepts GET and POST requests with the token in the field")
  func served() throws {
    var message = try exchange().request()
    message.head.method = .post
    #expect(try UserInfoExchange.received(message).accessToken.reveal() == "token")
    message.head.method = .put
    #expect(failure { try UserInfoExchange.received(message) }?.status == 405)
    let error = failure { try UserInfoExchange.received(get("/me")) }
    let answer = UserInfoExchange.response(try #require(error))
    #expect(answer.head.status.code == 401)
    #expect(answer.head.headerFields[.wwwAuthenticate] == "Bearer")
  }

  @Test(
    "revocation: the body of a 200 is ignored, a 503 is transient, a redirect is refused"
  )
  func revocation() throws {
    let exchange = try RevocationExchange(
      token: Secret("t"), hint: .refreshToken, client: publicClient, endpoint: tokenEndpoint())
    _ = try exchange.reply(response(200, "whatever", type: "text/html"))
    #expect(failure { try exchange.reply(response(503, "")) }?.isTransient == true)
    #expect(failure { try exchange.reply(response(302, "")) }?.code == .redirectRefused)
    #expect(failure { try exchange.reply(response(201, "{}")) }?.outcome == .unreadable)
    expectError(naming: "token") { try RevocationExchange.received(post("client_id=a")) }
  }
}
