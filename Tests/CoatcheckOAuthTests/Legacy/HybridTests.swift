// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The hybrid flow, and the implicit one with an ID token")
struct HybridTests {
  typealias ResponseType = HybridTransaction.ResponseType

  @Test("requests the response in the fragment, with a nonce", arguments: ResponseType.allCases)
  func request(type: ResponseType) throws {
    let (begun, url) = try beginHybrid(type)
    let query = try url.parameters
    #expect(query["response_type"] == type.rawValue)
    #expect(query["response_mode"] == "fragment")
    #expect(query["nonce"] == begun.transaction.nonce?.reveal())
    #expect(query["nonce"] != nil)
    #expect((query["code_challenge"] != nil) == type.hasCode)
    #expect(url.absoluteString.contains("response_type=code%20") == type.hasCode)
  }

  private func callback(_ parameters: Parameters, mark: String = "#") -> String {
    callbackURI + mark + parameters.encoded
  }

  /// The parameters of a response that is complete for any response type.
  private func answer(_ transaction: HybridTransaction) -> Parameters {
    [
      "code": "c-1", "id_token": "e30.e30.c2ln", "access_token": "at-1", "token_type": "Bearer",
      "expires_in": "60", "state": transaction.transaction.state.reveal(),
    ]
  }

  @Test(
    "reads only the requested parameters of the callback", arguments: ResponseType.allCases
  )
  func replies(type: ResponseType) throws {
    let transaction = try beginHybrid(type).transaction
    let reply = try transaction.reply(from: callback(answer(transaction)), at: start)
    #expect((reply.code?.code.reveal() == "c-1") == type.hasCode)
    #expect((reply.idToken?.reveal() == "e30.e30.c2ln") == type.hasIDToken)
    #expect((reply.grant?.accessToken.reveal() == "at-1") == type.hasToken)
    #expect(reply.grant?.idToken == nil)
  }

  @Test("is refused when a requested parameter is missing", arguments: ResponseType.allCases)
  func missing(type: ResponseType) throws {
    let transaction = try beginHybrid(type).transaction
    for (name, isNeeded) in [
      ("code", type.hasCode), ("id_token", type.hasIDToken), ("access_token", type.hasToken),
    ] {
      let parameters = answer(transaction).changing([name: nil])
      let error = failure { try transaction.reply(from: callback(parameters), at: start) }
      #expect((error != nil) == isNeeded, "\(name)")
    }
  }

  static let callbacks: [(String, String, [String: String?], OAuthError)] = [
    ("in the query", "?", [:], .unreadable(.callbackMalformed, "")),
    ("without state", "#", ["state": nil], .unreadable(.stateMismatch, "")),
    ("with another state", "#", ["state": "x"], .unreadable(.stateMismatch, "")),
    ("of another issuer", "#", ["iss": "https://x"], .unreadable(.issuerMismatch, "")),
    ("with an error beside it", "#", ["error": "x"], .unreadable(.callbackMalformed, "")),
    (
      "with an error beside an ID token", "#", ["code": nil, "access_token": nil, "error": "x"],
      .unreadable(.callbackMalformed, "")
    ),
    (
      "with an error", "#",
      ["code": nil, "id_token": nil, "access_token": nil, "error": "access_denied"],
      .refused(.accessDenied, "")
    ),
  ]

  // attack: C-13
  @Test("a callback is checked against the sign-in before its contents are read")
  func checks() throws {
    for (name, mark, changes, expected) in Self.callbacks {
      let transaction = try beginHybrid(.codeIDToken).transaction
      let parameters = answer(transaction).changing(changes)
      expectError(expected, "\(name)") {
        try transaction.reply(from: callback(parameters, mark: mark), at: start)
      }
    }
    let late = try beginHybrid(.codeIDToken).transaction
    expectError(.unreadable(.transactionExpired, "")) {
      try late.reply(from: callback(answer(late)), at: start.addingTimeInterval(601))
    }
  }

  @Test("accepts a form only if the response mode is form_post")
  func form() throws {
    let posted = try beginHybrid(.codeIDToken, mode: .formPost).transaction
    let body = Data(answer(posted).encoded.utf8)
    #expect(try posted.reply(fromForm: body, at: start).code?.code.reveal() == "c-1")
    let inFragment = try beginHybrid(.codeIDToken).transaction
    expectError(.unreadable(.callbackMalformed, "")) {
      try inFragment.reply(fromForm: body, at: start)
    }
  }

  @Test("needs a reason, the scope openid and a server that supports the response type")
  func misuse() throws {
    expectError(nil) { try beginHybrid(.codeIDToken) }
    expectError(naming: "because") { try beginHybrid(.codeIDToken, because: "") }
    expectError(naming: "scopes") { try beginHybrid(.codeIDToken, scopes: ["a"]) }
    for (type, parameter) in [("code", "response_types_supported"), ("id_token code", nil)] {
      var issuer = try metadata()
      issuer.responseTypesSupported = [type]
      expectError(naming: parameter) { try beginHybrid(.codeIDToken, at: issuer) }
    }
  }

  private static func hash(_ value: Secret) -> JSONValue {
    .string(IDTokenHash.value(of: value, hash: .sha256))
  }

  private func idToken(
    _ type: ResponseType, _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> OAuthError? {
    let transaction = try beginHybrid(type).transaction
    let reply = try transaction.reply(from: callback(answer(transaction)), at: start)
    var claims = TokenMint.good.changing([
      "aud": "app", "nonce": .string(transaction.transaction.nonce?.reveal() ?? ""),
      "c_hash": Self.hash(Secret("c-1")), "at_hash": Self.hash(Secret("at-1")),
      "s_hash": Self.hash(transaction.transaction.state),
    ])
    change(&claims)
    let rules = try idTokenRules(
      client: "app", nonce: transaction.transaction.nonce?.reveal())
    return failure {
      try transaction.rules(for: reply, from: rules).check(TokenMint().verified(claims))
    }
  }

  @Test("an ID token from the browser is bound to the code, the access token and the state")
  func hashes() throws {
    for type in ResponseType.allCases where type.hasIDToken {
      #expect(try idToken(type) == nil, "\(type)")
      // The hash of each value in the response is required. `s_hash` is optional, but has to be right.
      for (claim, isNeeded) in [
        ("c_hash", type.hasCode), ("at_hash", type.hasToken), ("s_hash", false),
      ] {
        let absent = try idToken(type) { $0[claim] = nil }
        #expect(absent?.parameter == (isNeeded ? claim : nil), "\(type) \(claim)")
        let wrong = try idToken(type) { $0[claim] = Self.hash(Secret("other")) }
        let isLookedAt = isNeeded || claim == "s_hash"
        #expect(wrong?.parameter == (isLookedAt ? claim : nil), "\(type) \(claim)")
        let number = try idToken(type) { $0[claim] = 5 }
        #expect(number?.parameter == (isLookedAt ? claim : nil), "\(type) \(claim)")
      }
      #expect(try idToken(type) { $0["nonce"] = nil } == .unreadable(.nonceMismatch, ""))
      #expect(try idToken(type) { $0["nonce"] = "other" } == .unreadable(.nonceMismatch, ""))
    }
  }

  @Test("the hashes of OpenID Connect's examples are right")
  func vectors() {
    // OIDC Core appendix A.3 and A.4: response types "id_token token" and "code id_token".
    for (value, hash) in [
      ("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "77QmUPtjPfzWtF2AnpK9RQ"),
      ("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", "LDktKdoQak3Pk0cnXxCltA"),
    ] { #expect(Self.hash(Secret(value)).stringValue == hash) }
  }

  @Test("an ID token with a MAC is accepted only with the configured algorithm")
  func sharedSecret() throws {
    let secret = try MACKey(
      secret: Array(String(repeating: "s", count: 64).utf8), algorithm: .hs256)
    let token = try secret.verified(secret.sign(TokenMint.good))
    var rules = try idTokenRules()
    expectError(naming: "alg") { try rules.check(token) }
    rules.macAlgorithm = .hs512
    expectError(naming: "alg") { try rules.check(token) }
    rules.macAlgorithm = .hs256
    #expect(try rules.check(token).subject == "alice")
  }
}
