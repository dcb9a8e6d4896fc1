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
    let (head, body) = try RefreshExchange(
      refreshToken: Secret("r"), client: client, tokenEndpoint: tokenEndpoint()
    ).request(in: environment)
    #expect(head.headerFields[.authorization] == nil)
    return try Parameters(bytes: body)
  }

  private func assertion(in form: Parameters) throws -> VerifiedJWT {
    #expect(
      form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    let key = try Self.key.get()
    return try UnverifiedJWT(try #require(form["client_assertion"])).verified(
      by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256])
  }

  @Test("the assertion says who the client is, to this issuer alone, for one minute")
  func claims() throws {
    let form = try refresh(Self.identity())
    let token = try assertion(in: form)
    #expect(token.claims["iss"] == "web")
    #expect(token.claims["sub"] == "web")
    #expect(token.claims["aud"] == "https://op.example")
    #expect(token.claims["iat"]?.intValue == 1_700_000_000)
    #expect(token.claims["exp"]?.intValue == 1_700_000_060)
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

  @Test("the header says what the token is, where that is asked for")
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
    let exchange = try RefreshExchange(
      refreshToken: Secret("r"), client: mute, tokenEndpoint: tokenEndpoint())
    let error = failure { () throws(OAuthError) in try exchange.request(in: .fixed()) }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "because")
  }

  @Test("every exchange in which the client authenticates has one")
  func everywhere() throws {
    let client = try Self.identity()
    let endpoint = try tokenEndpoint()
    let reply = try transaction().reply(
      from: "https://app.example/cb?code=c&state=" + transaction().state.reveal(), at: start)
    let exchanges: [any AuthenticatedExchange] = [
      RefreshExchange(refreshToken: Secret("r"), client: client, tokenEndpoint: endpoint),
      DirectExchange(.clientCredentials, client: client, tokenEndpoint: endpoint),
      RevocationExchange(token: Secret("t"), hint: nil, client: client, endpoint: endpoint),
      CodeExchange(
        reply,
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
    let (head, body) = try RefreshExchange(
      refreshToken: Secret("r"), client: client, tokenEndpoint: tokenEndpoint()
    ).request(in: .fixed())
    #expect(!String(decoding: body, as: UTF8.self).contains("s3cret"))
    let presented = try RefreshExchange.received(head: head, body: body).client
    #expect(presented.id == "web")
    #expect(presented.authentication.method == "client_secret_jwt")
    guard case .assertion(let received) = presented.authentication else {
      Issue.record("no assertion")
      return
    }
    let rules = ClientAssertionRules(
      issuer: try Issuer(Self.issuer), algorithms: [.es256], now: start)
    let accepted = try received.accepted(by: rules, secret: secret, algorithm: algorithm)
    #expect(accepted.clientID == "web")
    let other = Secret(String(repeating: "another", count: 10))
    #expect(
      failure { () throws(OAuthError) in
        try received.accepted(by: rules, secret: other, algorithm: algorithm)
      } == .refused(.invalidClient, ""))
    // A secret is no key, and the other way round.
    let keys = VerificationKeySet(JWKSet(keys: [try Self.key.get().publicJWK]))
    #expect(
      failure { () throws(OAuthError) in try received.accepted(by: rules, keys: keys) }
        == .refused(.invalidClient, ""))
    for another in MACAlgorithm.allCases where another != algorithm {
      #expect(
        failure { () throws(OAuthError) in
          try received.accepted(by: rules, secret: secret, algorithm: another)
        } == .refused(.invalidClient, ""))
    }
  }

  @Test("a secret that is too short for its algorithm signs nothing")
  func shortSecret() throws {
    let client = ClientIdentity(
      id: "web",
      authentication: .clientSecretJWT(
        Secret("short"), ClientAssertion(for: try Issuer(Self.issuer))))
    let exchange = try RefreshExchange(
      refreshToken: Secret("r"), client: client, tokenEndpoint: tokenEndpoint())
    let error = failure { () throws(OAuthError) in try exchange.request(in: .fixed()) }
    #expect(error?.parameter == "client_secret")
    #expect(error?.description.contains("short\"") == false)
  }

  @Test("a request that is not a form has no place for it")
  func noForm() throws {
    var dialect = Dialect()
    dialect.tokenParameters = .query
    let exchange = try RefreshExchange(
      refreshToken: Secret("r"), client: Self.identity(), tokenEndpoint: tokenEndpoint(),
      dialect: dialect)
    let error = failure { () throws(OAuthError) in try exchange.request(in: .fixed()) }
    #expect(error?.outcome == .misused)
  }

  @Test("neither the key nor the assertion is in a description")
  func redacted() throws {
    let client = try Self.identity()
    let secret = try #require(try Self.key.get().privateJWK()["d"]?.stringValue)
    var text = "\(client) \(String(reflecting: client))"
    dump(client, to: &text)
    #expect(!text.contains(secret))
  }
}
