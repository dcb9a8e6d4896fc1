// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Replies of the token endpoint")
struct TokenReplyTests {
  private func exchange(
    _ dialect: Dialect = .standard
  ) throws(OAuthError) -> DirectExchange {
    try directExchange(
      .clientCredentials, client: ClientIdentity(id: "web", authentication: .basic(Secret("s"))),
      dialect: dialect)
  }

  private func read(_ body: String) throws(OAuthError) -> TokenGrant {
    try exchange().reply(response(200, body))
  }

  /// Reads a reply with an access token and these members.
  private func read(with members: String) throws(OAuthError) -> TokenGrant {
    try read(#"{"access_token":"a","token_type":"Bearer""# + members + "}")
  }

  private func refusal(_ message: (head: HTTPResponse, body: Data)) -> OAuthError? {
    failure { try exchange().reply(message) }
  }

  @Test("the example of RFC 6749 §5.1 is read by a client that understands its token type")
  func example() throws {
    let body = """
      {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example","expires_in":3600,
       "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","example_parameter":"example_value"}
      """
    expectError(naming: "token_type") { try read(body) }
    var dialect = Dialect()
    dialect.tokenTypes = .any
    let grant = try exchange(dialect).reply(response(200, body))
    #expect(grant.accessToken.reveal() == "2YotnFZFEjr1zCsicMWpAA")
    #expect(grant.tokenType == "example")
    #expect(grant.expiry == .at(start.addingTimeInterval(3600)))
    #expect(grant.refreshToken?.reveal() == "tGzv3JOkF0XG5Qx2TlKWIA")
    #expect(grant.extra == ["example_parameter": "example_value"])
    #expect(grant.scopes == nil)
  }

  @Test("the example of RFC 6749 §5.2 is an error response")
  func refusalExample() {
    expectError(
      refusal(response(400, #"{"error":"invalid_request"}"#)), is: .refused(.invalidRequest, ""),
      status: 400)
  }

  // attack: C-31
  @Test("a 200 with an error is an error")
  func errorWithSuccess() {
    expectError(
      refusal(response(200, #"{"error":"invalid_grant","access_token":"a"}"#)),
      is: .refused(.invalidGrant, ""), status: 200)
  }

  // attack: C-32
  @Test(
    "a 200 that is no JSON object is unreadable, and its body stays out of the error",
    arguments: [
      ("HTML", "<html>hush</html>", "text/html"),
      ("HTML called JSON", "<html>hush</html>", "application/json"),
      ("empty", "", "application/json"), ("null", "null", "application/json"),
      ("an array", "[]", "application/json"), ("a string", "\"hush\"", "application/json"),
      ("a byte order mark", "\u{feff}{\"access_token\":\"hush\"}", "application/json"),
      ("truncated", "{\"access_token\":\"hush", "application/json"),
      ("more after it", "{\"access_token\":\"hush\"}{}", "application/json"),
      ("plain text", "{\"access_token\":\"hush\"}", "text/plain"),
      ("no media type", "{\"access_token\":\"hush\"}", nil),
    ] as [(String, String, String?)])
  func unreadable(name: String, body: String, type: String?) {
    let error = refusal(response(200, body, type: type))
    #expect(error == .unreadable(.replyMalformed, ""))
    #expect(error?.status == 200)
    #expect(error?.description.contains("hush") == false)
  }

  // attack: C-32
  @Test("UTF-16 and a 204 are unreadable")
  func otherShapes() throws {
    let utf16 = try #require("{\"access_token\":\"hush\"}".data(using: .utf16LittleEndian))
    #expect(refusal((response(200, "").head, utf16)) == .unreadable(.replyMalformed, ""))
    expectError(
      refusal(response(204, "", type: nil)), is: .unreadable(.replyMalformed, ""), status: 204)
  }

  // attack: C-33
  @Test("a repeated member, deep nesting and a hundred megabytes are refused")
  func excess() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for body in [
      #"{"access_token":"a","access_token":"b"}"#, #"{"access_token":"a","\u0061ccess_token":"b"}"#,
      "{\"access_token\":\"a\",\"x\":\(deep)}",
    ] {
      #expect(refusal(response(200, body)) == .unreadable(.replyMalformed, ""))
    }
    // The bytes are never touched, so they cost no memory: the length is checked first.
    #expect(
      refusal((response(200, "").head, Data(count: 100 << 20))) == .unreadable(.replyMalformed, ""))
  }

  // attack: C-34
  @Test(
    "an access token that cannot be put into a field is refused",
    arguments: [
      "{}", #"{"access_token":""}"#, #"{"access_token":5}"#, #"{"access_token":null}"#,
      #"{"access_token":"hush\r\nX: y"}"#, #"{"access_token":"hush b"}"#,
      #"{"access_token":"hushé"}"#,
      #"{"access_token":"hush\u0000"}"#, #"{"access_token":["hush"]}"#,
      #"{"access_token":""# + String(repeating: "a", count: (1 << 20) - 100) + #""}"#,
      #"{"access_token":""# + String(repeating: "a", count: (16 << 10) + 1) + #""}"#,
    ])
  func badAccessToken(body: String) {
    let error = refusal(response(200, body))
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "access_token")
    #expect(error?.description.contains("hush") == false)
    // A token from another source cannot be put into a field either.
    for text in ["", "a\r\nX: y", "a b", "é", String(repeating: "a", count: 1 << 20)] {
      expectMisuse { try BearerToken.field(Secret(text)) }
    }
  }

  // attack: C-36
  @Test(
    "expires_in is read as a number or a numeric string, and is ignored otherwise",
    arguments: [
      (#""3600""#, 3600), ("3600", 3600), ("3600.9", 3600), ("3.6e3", 3600), ("0", 0), ("-1", 0),
      ("1e99", 0),
      ("9223372036854775808", 0), ("9223372036854775807", 0), (#""9999999999999999999999""#, 0),
      ("null", nil),
      (nil, nil), (#""soon""#, nil), (#""-5""#, nil), ("true", nil), ("[]", nil), (#""""#, nil),
    ] as [(String?, TimeInterval?)])
  func expiresIn(value: String?, lifetime: TimeInterval?) throws {
    let member = value.map { ",\"expires_in\":\($0)" } ?? ""
    let grant = try read(with: member)
    #expect(grant.expiry == (lifetime.map { .at(start.addingTimeInterval($0)) } ?? .unknown))
    #expect(grant.expiry.isExpired(at: start) == (lifetime == 0))
  }

  // attack: C-37
  @Test(
    "added and missing scopes are reported, and without scopes the requested ones are granted",
    arguments: [
      (#","scope":"openid email admin""#, ["openid", "email", "admin"], ["admin"], []),
      (#","scope":"openid""#, ["openid"], [], ["email"]),
      (#","scope":["openid","email"]"#, ["openid", "email"], [], []),
      (#","scope":null"#, ["openid", "email"], [], []),
      ("", ["openid", "email"], [], []),
    ] as [(String, [Scope], [Scope], [Scope])])
  func scopes(member: String, granted: [Scope], added: [Scope], missing: [Scope]) throws {
    let scopes = try read(with: member).scopes(asked: [.openID, .email])
    #expect(scopes.granted == granted && scopes.added == added && scopes.missing == missing)
  }

  // Covers the reply in row C-38; the tests of sessions check that the old token is never sent again.
  @Test("a refresh without a new refresh token keeps the old one, and with one takes the new one")
  func rotation() throws {
    let exchange = try refreshExchange()
    for (member, kept) in [
      ("", "r"), (#","refresh_token":null"#, "r"), (#","refresh_token":"new""#, "new"),
    ] {
      let grant = try exchange.reply(
        response(200, "{\"access_token\":\"a\",\"token_type\":\"Bearer\"\(member)}"))
      #expect(grant.refreshToken?.reveal() == kept)
    }
  }

  static let tokenTypes: [(String, Dialect, String?)] = {
    var unnamed = Dialect()
    unnamed.defaultTokenType = "OAuth2"
    var any = Dialect()
    any.tokenTypes = .any
    return [
      ("", .standard, nil), (#","token_type":null"#, .standard, nil),
      (#","token_type":"""#, .standard, nil), (#","token_type":"bearer""#, .standard, "Bearer"),
      (#","token_type":"BEARER""#, .standard, "Bearer"),
      (#","token_type":"DPoP""#, .standard, "DPoP"), (#","token_type":"mac""#, .standard, nil),
      (#","token_type":"N_A""#, .standard, nil), (#","token_type":"Basic""#, .standard, nil),
      ("", unnamed, "OAuth2"), (#","token_type":"oauth2""#, unnamed, "oauth2"),
      (#","token_type":"bearer""#, unnamed, "Bearer"), (#","token_type":"mac""#, unnamed, nil),
      ("", any, nil), (#","token_type":"mac""#, any, "mac"),
      (#","token_type":"Bearer\r\nX: y""#, any, nil), (#","token_type":"a b""#, any, nil),
      (#","token_type":5"#, any, nil),
    ]
  }()

  // attack: V-14
  @Test(
    "a token whose type is missing or unknown is refused, unless the dialect accepts it",
    arguments: tokenTypes)
  func tokenType(member: String, dialect: Dialect, type: String?) throws {
    let exchange = try exchange(dialect)
    let reply = response(200, #"{"access_token":"a""# + member + "}")
    if let type {
      #expect(try exchange.reply(reply).tokenType == type)
    } else {
      expectError(naming: "token_type") { try exchange.reply(reply) }
    }
  }

  @Test("a positive refresh lifetime is read, under either name, and zero is ignored")
  func refreshExpiry() throws {
    for name in ["refresh_expires_in", "refresh_token_expires_in"] {
      let end = Expiry.at(start.addingTimeInterval(60))
      #expect(try read(with: ",\"\(name)\":60").refreshExpiry == end)
      #expect(try read(with: ",\"\(name)\":0").refreshExpiry == .unknown)
    }
  }

  @Test("a redirect is never followed", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) {
    expectError(
      refusal(
        response(status, #"{"access_token":"a"}"#, fields: [.location: "https://op.example/t"])),
      is: .unreadable(.redirectRefused, ""), status: status)
  }

  @Test(
    "an error of a busy server or its proxy is transient",
    arguments: [
      (500, #"{"error":"invalid_grant"}"#, OAuthError.Code.serverUnavailable),
      (502, "<html>", .serverUnavailable),
      (503, #"{"error":"temporarily_unavailable"}"#, .temporarilyUnavailable),
      (429, #"{"error":"invalid_grant"}"#, .serverUnavailable),
    ])
  func busy(status: Int, body: String, code: OAuthError.Code) {
    let error = refusal(response(status, body, fields: [.retryAfter: "3"]))
    #expect(error == .unreachable(code, "") && error?.isTransient == true)
    #expect(error?.retryAfter == .seconds(3))
  }

  @Test("a grant shows none of its tokens when it is printed")
  func redaction() throws {
    let grant = try read(
      #"{"access_token":"hush","token_type":"Bearer","refresh_token":"hush","id_token":"hush"}"#)
    #expect(!printed(grant).contains("hush"))
  }
}
