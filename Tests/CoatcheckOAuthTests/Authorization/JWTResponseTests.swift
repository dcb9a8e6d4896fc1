// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization responses in a signed JWT")
struct JWTResponseTests {
  private let mint: TokenMint
  private let transaction: AuthorizationTransaction

  init() throws {
    mint = try TokenMint()
    transaction = try CoatcheckOAuthTests.transaction(mode: .jwt)
  }

  private var good: JSONObject {
    [
      "iss": "https://op.example", "aud": "app", "exp": 1_700_000_300, "code": "c-1",
      "state": .string(transaction.state.reveal()),
    ]
  }

  private func refusal(_ changes: [String: JSONValue?], type: String? = nil) throws -> OAuthError? {
    let token = try mint.verified(good.changing(changes), type: type)
    return failure { try transaction.reply(from: token, at: start) }
  }

  @Test("a valid response returns the code")
  func accepts() throws {
    let reply = try transaction.reply(from: mint.verified(good, type: "JWT"), at: start)
    #expect(reply.code.reveal() == "c-1")
    #expect(reply.transaction.state.matches(transaction.state))
  }

  static let claims: [(String, [String: JSONValue?], OAuthError.Code?)] = [
    ("no iss", ["iss": nil], .issuerMismatch),
    ("another iss", ["iss": "https://evil.example"], .issuerMismatch),
    ("no aud", ["aud": nil], .callbackMalformed),
    ("another aud", ["aud": "web"], .callbackMalformed),
    ("two audiences", ["aud": ["app", "web"]], .callbackMalformed),
    ("an array of the audience alone", ["aud": ["app"]], nil),
    ("no exp", ["exp": nil], .callbackMalformed),
    ("an exp of five minutes ago", ["exp": 1_699_999_700], .transactionExpired),
    ("an exp of 29 s ago", ["exp": 1_699_999_971], nil),
    ("an exp as a text", ["exp": "1700000300"], .callbackMalformed),
    ("no state", ["state": nil], .stateMismatch), ("another state", ["state": "x"], .stateMismatch),
    ("no code", ["code": nil], .callbackMalformed),
    ("an empty code", ["code": ""], .callbackMalformed),
    ("a number as code", ["code": 5], .callbackMalformed),
    ("a code and an error", ["error": "access_denied"], .callbackMalformed),
  ]

  // attack: C-14
  @Test("each claim has to match the sign-in", arguments: claims)
  func claim(name: String, changes: [String: JSONValue?], code: OAuthError.Code?) throws {
    expectError(try refusal(changes), is: code.map { .unreadable($0, "") })
  }

  @Test("an error response is reported only if its iss is correct")
  func denied() throws {
    var no: [String: JSONValue?] = [
      "code": nil, "error": "access_denied", "error_description": "no",
    ]
    let error = try refusal(no)
    #expect(error == .refused(.accessDenied, "") && error?.peerDescription == "no")
    no["iss"] = "https://evil.example"
    #expect(try refusal(no) == .unreadable(.issuerMismatch, ""))
  }

  @Test(
    "a JWT of another type is refused",
    arguments: [("JWT", true), (nil, true), ("at+jwt", false), ("logout+jwt", false)]
      as [(String?, Bool)])
  func typing(type: String?, isTaken: Bool) throws {
    #expect(try refusal([:], type: type)?.parameter == (isTaken ? nil : "typ"))
  }

  static let callbacks: [(String, ResponseMode, String, OAuthError.Code?)] = [
    ("the JWT in the query", .jwt, "?response=e30.e30.c2ln", nil),
    ("the JWT in the query", .queryJWT, "?response=e30.e30.c2ln", nil),
    ("the JWT in the fragment", .fragmentJWT, "#response=e30.e30.c2ln", nil),
    ("the JWT in the wrong place", .fragmentJWT, "?response=e30.e30.c2ln", .callbackMalformed),
    ("the JWT in the wrong place", .queryJWT, "#response=e30.e30.c2ln", .callbackMalformed),
    ("a bare code", .jwt, "?code=c&state=s", .callbackMalformed),
    ("a code beside the JWT", .jwt, "?response=e30.e30.c2ln&code=c", .callbackMalformed),
    ("an error beside the JWT", .jwt, "?response=e30.e30.c2ln&error=x", .callbackMalformed),
    ("two JWTs", .jwt, "?response=a&response=b", .callbackMalformed),
    ("an empty JWT", .jwt, "?response=", .callbackMalformed),
    ("another issuer beside it", .jwt, "?response=a&iss=https%3A%2F%2Fx", .issuerMismatch),
    ("our issuer beside it", .jwt, "?response=a&iss=https%3A%2F%2Fop.example", nil),
  ]

  // attack: C-14, C-13
  @Test(
    "the JWT has to be in the requested place, without other response parameters",
    arguments: callbacks)
  func place(name: String, mode: ResponseMode, answer: String, code: OAuthError.Code?) throws {
    let transaction = try CoatcheckOAuthTests.transaction(mode: mode)
    let callback = callbackURI + answer
    #expect(failure { try transaction.response(in: callback, at: start) }?.code == code)
    // A JWT response is not accepted before its signature is verified.
    #expect(failure { try transaction.reply(from: callback, at: start) } != nil)
  }

  @Test("a JWT in a form is accepted in the mode form_post.jwt only")
  func form() throws {
    let transaction = try CoatcheckOAuthTests.transaction(mode: .formPostJWT)
    let body = Data("response=e30.e30.c2ln".utf8)
    #expect(try transaction.response(inForm: body, at: start).reveal() == "e30.e30.c2ln")
    for mode in ResponseMode.allCases where mode != .formPostJWT {
      let other = try CoatcheckOAuthTests.transaction(mode: mode)
      #expect(failure { try other.response(inForm: body, at: start) } != nil)
    }
  }

  @Test("a response is refused more than ten minutes after the start")
  func late() throws {
    expectError(.unreadable(.transactionExpired, "")) {
      try transaction.response(in: callbackURI + "?response=a", at: start + 601)
    }
  }

  // attack: C-13
  @Test("a JWT is refused if its response mode was not requested")
  func unasked() throws {
    expectError(.unreadable(.callbackMalformed, "")) {
      try CoatcheckOAuthTests.transaction().reply(to: "response=e30.e30.c2ln&code=c")
    }
  }
}
