// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("A call and its response")
struct IDaaSExchangeTests {
  private static let call = UserInfoCall(idToken: Secret("i"))

  @Test("the request names its content type and the accepted one")
  func requestsSayWhatTheyAre() throws {
    let login = WeiboLogin(.token(Secret("t"), uid: "1"))
    let (head, body) = try IDaaSExchange(login, at: Endpoint(Wire.origin), by: Wire.caller)
      .request()
    #expect(head.scheme == "https")
    #expect(head.authority == "tenant.example")
    #expect(head.headerFields[.contentType] == "application/json")
    #expect(head.headerFields[.accept] == "application/json")
    #expect(String(decoding: body, as: UTF8.self) == #"{"access_token":"t","uid":"1"}"#)
    let config = try IDaaSExchange(ClientConfigCall(), at: Endpoint(Wire.origin), by: Wire.caller)
      .request()
    #expect(config.body.isEmpty)
    #expect(config.head.headerFields[.contentType] == nil)
  }

  @Test(
    "a redirect is never followed, and its body is not read",
    arguments: [301, 302, 303, 307, 308])
  func redirectsAreRefused(_ status: Int) throws {
    let error = try #require(
      Wire.failure(
        of: Self.call, status, #"{"error_code":"COMMON.1005"}"#,
        fields: [.location: "https://evil.example/"]))
    #expect(error.code == .redirectRefused)
    #expect(error.returnCode == nil)
  }

  @Test(
    "a body that is not JSON is unreadable",
    arguments: ["<html>", "callback({})", "a=b", #"{"a":1,"a":2}"#, #"{"a":1"#, "{} {}"])
  func otherBodiesCannotBeRead(_ body: String) throws {
    let error = try #require(Wire.failure(of: Self.call, 200, body))
    #expect(error.outcome == .unreadable)
    #expect(error.code == .replyMalformed)
    // The body of a third party is never part of the error.
    #expect(!error.description.contains(body))
  }

  @Test("a response that is too long is not read")
  func longAnswersAreNotRead() throws {
    let body = #"{"a":""# + String(repeating: "x", count: 1 << 20) + #""}"#
    #expect(try #require(Wire.failure(of: Self.call, 200, body)).outcome == .unreadable)
  }

  @Test("JSON that is nested too deeply is not read")
  func deepAnswersAreNotRead() throws {
    let body = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
    #expect(try #require(Wire.failure(of: Self.call, 200, body)).outcome == .unreadable)
  }

  @Test("OAuth's own errors are understood at its endpoints")
  func errorsOfOAuthAreUnderstood() throws {
    let challenge = try #require(
      Wire.failure(
        of: Self.call, 401, "", fields: [.wwwAuthenticate: #"Bearer error="invalid_token""#]))
    #expect(challenge.code == .invalidToken)
    let body = try #require(Wire.failure(of: Self.call, 400, #"{"error":"invalid_request"}"#))
    #expect(body.code == .invalidRequest)
  }

  @Test(
    "a response of a proxy in front of the service ends no session",
    arguments: [
      (502, "<html>Bad Gateway</html>"), (503, ""), (429, "slow down"), (404, "<html>"), (418, ""),
    ])
  func proxiesEndNothing(_ status: Int, _ body: String) throws {
    let error = try #require(Wire.failure(of: Self.call, status, body))
    #expect(error.errorClass == .transient(retryAfter: nil))
    #expect(error.status == status)
  }

  @Test("an empty response is a success where no value is expected, and otherwise cannot be read")
  func emptyReplies() throws {
    #expect(try Wire.reply(to: LogoutCall(sessionToken: Secret("s")), "") == EmptyReply())
    #expect(
      try Wire.reply(to: LogoutCall(sessionToken: Secret("s")), "", status: 204) == EmptyReply())
    #expect(try #require(Wire.failure(of: Self.call, 200, "")).outcome == .unreadable)
  }

  @Test("neither tokens nor codes are in anything that is printed")
  func secretsAreNotPrinted() throws {
    let call = BindSocial(
      stateToken: Secret("st-secret"), contact: .mobile("1"), code: Secret("424242"))
    let reply = LoginReply.tokens(
      LoginTokens(sessionToken: Secret("se-secret"), idToken: Secret("id-secret"), expire: 1))
    for printed in [String(reflecting: call), "\(call)", String(reflecting: reply), "\(reply)"] {
      #expect(!printed.contains("secret") || printed.contains("[redacted]"))
      #expect(!printed.contains("-secret") && !printed.contains("424242"))
    }
  }
}
