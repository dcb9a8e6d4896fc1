// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The hybrid flow, and the implicit one with an ID token")
struct HybridTests {
  typealias ResponseType = HybridTransaction.ResponseType

  private func begun(
    _ type: ResponseType, mode: ResponseMode = .query
  ) throws -> (transaction: HybridTransaction, url: URL) {
    var options = AuthorizationOptions()
    options.responseMode = mode
    return try HybridTransaction.begin(
      type, metadata: metadata(), client: publicClient, redirectURI: "https://app.example/cb",
      scopes: [.openID], options: options, environment: .fixed(), because: "a test")
  }

  @Test("asks for the response in the fragment, with a nonce", arguments: ResponseType.allCases)
  func request(type: ResponseType) throws {
    let (begun, url) = try begun(type)
    let query = try Parameters(decoding: url.absoluteString.split(separator: "?")[1])
    #expect(query["response_type"] == type.rawValue)
    #expect(query["response_mode"] == "fragment")
    #expect(query["nonce"] == begun.transaction.nonce?.reveal())
    #expect(query["nonce"] != nil)
    #expect((query["code_challenge"] != nil) == type.hasCode)
    #expect(url.absoluteString.contains("response_type=code%20") == type.hasCode)
  }

  /// A whole answer for any type.
  private func answer(_ transaction: HybridTransaction) -> Parameters {
    [
      "code": "c-1", "id_token": "e30.e30.c2ln", "access_token": "at-1", "token_type": "Bearer",
      "expires_in": "60", "state": transaction.transaction.state.reveal(),
    ]
  }

  @Test(
    "takes from the callback what was asked for, and nothing else", arguments: ResponseType.allCases
  )
  func replies(type: ResponseType) throws {
    let transaction = try begun(type).transaction
    let callback = "https://app.example/cb#" + answer(transaction).encoded
    let reply = try transaction.reply(from: callback, at: start)
    #expect((reply.code?.code.reveal() == "c-1") == type.hasCode)
    #expect((reply.idToken?.reveal() == "e30.e30.c2ln") == type.hasIDToken)
    #expect((reply.grant?.accessToken.reveal() == "at-1") == type.hasToken)
    #expect(reply.grant?.idToken == nil)
  }

  @Test("is refused when something that was asked for is missing", arguments: ResponseType.allCases)
  func missing(type: ResponseType) throws {
    let transaction = try begun(type).transaction
    for (name, isNeeded) in [
      ("code", type.hasCode), ("id_token", type.hasIDToken), ("access_token", type.hasToken),
    ] {
      var parameters = answer(transaction)
      parameters[name] = nil
      let error = failure { () throws(OAuthError) in
        try transaction.reply(from: "https://app.example/cb#" + parameters.encoded, at: start)
      }
      #expect((error != nil) == isNeeded, "\(name)")
    }
  }

  static let callbacks: [(String, String, @Sendable (inout Parameters) -> Void, OAuthError)] = [
    ("in the query", "?", { _ in }, .unreadable(.callbackMalformed, "")),
    ("without state", "#", { $0["state"] = nil }, .unreadable(.stateMismatch, "")),
    ("with another state", "#", { $0["state"] = "x" }, .unreadable(.stateMismatch, "")),
    ("of another issuer", "#", { $0["iss"] = "https://x" }, .unreadable(.issuerMismatch, "")),
    (
      "with an error beside it", "#", { $0["error"] = "access_denied" },
      .unreadable(.callbackMalformed, "")
    ),
    (
      "with an error", "#",
      {
        for name in ["code", "id_token", "access_token"] { $0[name] = nil }
        $0["error"] = "access_denied"
      }, .refused(.accessDenied, "")
    ),
  ]

  // attack: C-13
  @Test("a callback is checked against the sign-in before its contents are read")
  func checks() throws {
    for (name, mark, change, expected) in Self.callbacks {
      let transaction = try begun(.codeIDToken).transaction
      var parameters = answer(transaction)
      change(&parameters)
      let error = failure { () throws(OAuthError) in
        try transaction.reply(
          from: "https://app.example/cb\(mark)" + parameters.encoded, at: start)
      }
      #expect(error == expected, "\(name)")
    }
    let late = try begun(.codeIDToken).transaction
    let error = failure { () throws(OAuthError) in
      try late.reply(
        from: "https://app.example/cb#" + answer(late).encoded, at: start.addingTimeInterval(601))
    }
    #expect(error == .unreadable(.transactionExpired, ""))
  }

  @Test("may come as a form where that was asked for, and only then")
  func form() throws {
    let posted = try begun(.codeIDToken, mode: .formPost).transaction
    let body = Data(answer(posted).encoded.utf8)
    #expect(try posted.reply(fromForm: body, at: start).code?.code.reveal() == "c-1")
    let inFragment = try begun(.codeIDToken).transaction
    #expect(
      failure { () throws(OAuthError) in try inFragment.reply(fromForm: body, at: start) }
        == .unreadable(.callbackMalformed, ""))
  }

  @Test("needs a reason, the scope openid and an issuer that does it")
  func misuse() throws {
    func begin(
      scopes: [Scope] = [.openID], because reason: String = "a test", types: [String]? = nil
    ) throws -> OAuthError? {
      var metadata = try metadata()
      metadata.responseTypesSupported = types
      return failure { () throws(OAuthError) in
        try HybridTransaction.begin(
          .codeIDToken, metadata: metadata, client: publicClient,
          redirectURI: "https://app.example/cb", scopes: scopes, environment: .fixed(),
          because: reason)
      }
    }
    #expect(try begin() == nil)
    #expect(try begin(because: "")?.parameter == "because")
    #expect(try begin(scopes: ["a"])?.parameter == "scopes")
    #expect(try begin(types: ["code"])?.parameter == "response_types_supported")
    #expect(try begin(types: ["id_token code"]) == nil)
  }

  private func idToken(
    _ type: ResponseType, _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> OAuthError? {
    let mint = try TokenMint()
    let transaction = try begun(type).transaction
    let reply = try transaction.reply(
      from: "https://app.example/cb#" + answer(transaction).encoded, at: start)
    var claims = TokenMint.good
    claims["aud"] = "app"
    claims["nonce"] = .string(transaction.transaction.nonce?.reveal() ?? "")
    claims["c_hash"] = .string(IDTokenHash.value(of: Secret("c-1"), hash: .sha256))
    claims["at_hash"] = .string(IDTokenHash.value(of: Secret("at-1"), hash: .sha256))
    claims["s_hash"] = .string(
      IDTokenHash.value(of: transaction.transaction.state, hash: .sha256))
    change(&claims)
    var rules = try IDTokenRules(
      issuer: Issuer("https://op.example"), clientID: "app", nonce: transaction.transaction.nonce,
      algorithms: [.es256], now: start)
    rules.accessToken = reply.grant?.accessToken
    let token = try mint.verified(claims)
    return failure { () throws(OAuthError) in
      try transaction.rules(for: reply, from: rules).check(token)
    }
  }

  @Test("an ID token from the browser is bound to the code, the access token and the state")
  func hashes() throws {
    for type in ResponseType.allCases where type.hasIDToken {
      #expect(try idToken(type) == nil, "\(type)")
      // What came along has to be bound; what did not cannot be.
      for (claim, isNeeded) in [
        ("c_hash", type.hasCode), ("at_hash", type.hasToken), ("s_hash", false),
      ] {
        let absent = try idToken(type) { $0[claim] = nil }
        #expect(absent?.parameter == (isNeeded ? claim : nil), "\(type) \(claim)")
        let wrong = try idToken(type) {
          $0[claim] = .string(IDTokenHash.value(of: Secret("other"), hash: .sha256))
        }
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
    #expect(
      IDTokenHash.value(of: Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"), hash: .sha256)
        == "77QmUPtjPfzWtF2AnpK9RQ")
    #expect(
      IDTokenHash.value(
        of: Secret("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"), hash: .sha256)
        == "LDktKdoQak3Pk0cnXxCltA")
  }

  @Test("an ID token by a shared secret is taken only where that is agreed upon by name")
  func sharedSecret() throws {
    let secret = try MACKey(
      secret: Array(String(repeating: "s", count: 64).utf8), algorithm: .hs256)
    let token = try secret.verified(secret.sign(TokenMint.good))
    var rules = try idTokenRules()
    #expect(failure { () throws(OAuthError) in try rules.check(token) }?.parameter == "alg")
    rules.macAlgorithm = .hs512
    #expect(failure { () throws(OAuthError) in try rules.check(token) }?.parameter == "alg")
    rules.macAlgorithm = .hs256
    #expect(try rules.check(token).subject == "alice")
  }
}
