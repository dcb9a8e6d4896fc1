// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Client assertions, as a client sends them")
struct ClientAssertionTests {
  static let key = Result { try SigningKey.generate(.es256) }
  static let issuer = "https://op.example"

  static func identity(
    _ change: (inout ClientAssertion) -> Void = { _ in }, issuer: String = issuer
  ) throws -> ClientIdentity {
    var assertion = ClientAssertion(for: try Issuer(issuer))
    change(&assertion)
    return ClientIdentity(id: "web", authentication: .privateKeyJWT(try key.get(), assertion))
  }

  private func refresh(
    _ client: ClientIdentity, in environment: RuntimeEnvironment = .fixed()
  ) throws -> Parameters {
    let (head, body) = try refreshExchange(client).request(in: environment)
    #expect(head.headerFields[.authorization] == nil)
    return try Parameters(bytes: body)
  }

  private func assertion(in form: Parameters) throws -> VerifiedJWT {
    #expect(
      form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    return try Self.key.get().verified(#require(form["client_assertion"]))
  }

  @Test("the claims identify the client, for this issuer only and for one minute")
  func claims() throws {
    let form = try refresh(Self.identity())
    let token = try assertion(in: form)
    let expected: JSONObject = [
      "iss": "web", "sub": "web", "aud": "https://op.example", "iat": 1_700_000_000,
      "exp": 1_700_000_060,
    ]
    #expect(token.claims.changing(["jti": nil]) == expected)
    #expect(token.header.type == "JWT")
    #expect(token.header.keyID == (try Self.key.get().keyID))
    #expect(form["client_id"] == "web")
    #expect(form["client_secret"] == nil)
  }

  @Test("each request has an assertion of its own")
  func names() throws {
    let environment = RuntimeEnvironment.fixed()
    let names = try (0..<100).map { _ in
      try assertion(in: refresh(Self.identity(), in: environment)).claims["jti"]?.stringValue
    }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { ($0?.utf8.count ?? 0) >= 22 })
  }

  @Test("the header has the explicit type if it is configured")
  func typing() throws {
    let form = try refresh(Self.identity { $0.typing = .explicit })
    #expect(try assertion(in: form).header.type == "client-authentication+jwt")
  }

  // attack: C-09
  @Test("an issuer that names another one's token endpoint gets an assertion for itself only")
  func confusion() throws {
    var metadata = ServerMetadata(issuer: try Issuer("https://b.example"))
    metadata.tokenEndpoint = try Endpoint("https://a.example/token")
    let client = try Self.identity(issuer: metadata.issuer.text)
    let (head, body) = try RefreshExchange(
      refreshToken: Secret("r"), client: client, tokenEndpoint: try #require(metadata.tokenEndpoint)
    ).request(in: .fixed())
    #expect(head.authority == "a.example")
    #expect(try assertion(in: Parameters(bytes: body)).claims["aud"] == "https://b.example")
  }

  @Test("another audience than the issuer needs a reason")
  func otherAudience() throws {
    func identity(because reason: String) throws -> ClientIdentity {
      let audience = ClientAssertion.Audience.tokenEndpoint(try tokenEndpoint(), because: reason)
      return ClientIdentity(
        id: "web",
        authentication: .privateKeyJWT(try Self.key.get(), ClientAssertion(for: audience)))
    }
    let form = try refresh(identity(because: "the server is of 2015"))
    #expect(try assertion(in: form).claims["aud"] == "https://op.example/token")
    let mute = try identity(because: "")
    expectError(.misused("", ""), naming: "because") { try refresh(mute) }
  }

  @Test("each exchange in which the client authenticates has an assertion")
  func everywhere() throws {
    let client = try Self.identity()
    let endpoint = try tokenEndpoint()
    let exchanges: [any AuthenticatedExchange] = [
      RefreshExchange(refreshToken: Secret("r"), client: client, tokenEndpoint: endpoint),
      DirectExchange(.clientCredentials, client: client, tokenEndpoint: endpoint),
      RevocationExchange(token: Secret("t"), hint: nil, client: client, endpoint: endpoint),
      try CodeExchange(
        transaction().reply(),
        client: ClientIdentity(id: "app", authentication: client.authentication),
        tokenEndpoint: endpoint),
    ]
    for exchange in exchanges {
      let (_, body) = try exchange.request(in: .fixed())
      let token = try assertion(in: Parameters(bytes: body))
      #expect(token.claims["aud"] == "https://op.example", "\(type(of: exchange))")
    }
  }

  @Test(
    "a client secret authenticates an assertion without being sent",
    arguments: MACAlgorithm.allCases)
  func secret(algorithm: MACAlgorithm) throws {
    let secret = Secret(String(repeating: "s3cret-", count: 10))
    var assertion = ClientAssertion(for: try Issuer(Self.issuer))
    assertion.macAlgorithm = algorithm
    let client = ClientIdentity(
      id: "web", authentication: .clientSecretJWT(secret, assertion))
    let message = try refreshExchange(client).request(in: .fixed())
    #expect(!message.body.text.contains("s3cret"))
    let presented = try RefreshExchange.received(message).client
    #expect(presented.id == "web")
    #expect(presented.authentication.method == "client_secret_jwt")
    guard case .assertion(let received) = presented.authentication else { throw OtherCase() }
    let rules = ClientAssertionRules(
      issuer: try Issuer(Self.issuer), algorithms: [.es256], now: start)
    func accepted(_ secret: Secret, _ algorithm: MACAlgorithm) throws -> String {
      try received.accepted(by: rules, secret: secret, algorithm: algorithm).clientID
    }
    #expect(try accepted(secret, algorithm) == "web")
    let refusal = OAuthError.refused(.invalidClient, "")
    expectError(refusal) { try accepted(Secret(String(repeating: "a", count: 70)), algorithm) }
    // An assertion with a MAC is not accepted with keys, nor with another algorithm.
    expectError(refusal) { try received.accepted(by: rules, keys: Self.key.get().keySet) }
    for another in MACAlgorithm.allCases where another != algorithm {
      expectError(refusal) { try accepted(secret, another) }
    }
  }

  @Test("a secret that is too short for its algorithm signs nothing")
  func shortSecret() throws {
    let client = ClientIdentity(
      id: "web",
      authentication: .clientSecretJWT(
        Secret("short"), ClientAssertion(for: try Issuer(Self.issuer))))
    let error = failure { try refresh(client) }
    #expect(error?.parameter == "client_secret")
    #expect(error?.description.contains("short\"") == false)
  }

  @Test("a token request in the query cannot have an assertion")
  func noForm() throws {
    var dialect = Dialect()
    dialect.tokenParameters = .query
    let exchange = try refreshExchange(Self.identity(), dialect: dialect)
    expectMisuse { try exchange.request(in: .fixed()) }
  }

  @Test("neither the key nor the assertion is in a description")
  func redacted() throws {
    let secret = try #require(try Self.key.get().privateJWK()["d"]?.stringValue)
    #expect(try !printed(Self.identity()).contains(secret))
  }
}
