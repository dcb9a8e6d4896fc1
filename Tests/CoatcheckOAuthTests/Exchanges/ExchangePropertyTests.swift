// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Runs each exchange with random values through client and server: the server reads the request that
/// the client writes, the client reads the response, and nothing is lost or changed.
@Suite("Exchanges, from client to server and back")
struct ExchangePropertyTests {
  static let seeds: [UInt64] = Array(1...300)

  private func expectSame(
    _ one: Secret?, _ other: Secret?, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(
      one?.reveal().utf8.elementsEqual(other?.reveal().utf8 ?? "".utf8) ?? (other == nil),
      sourceLocation: place)
  }

  private func expectSame(
    _ client: ClientIdentity, _ presented: PresentedClient,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(presented.id.map { Array($0.utf8) } == Array(client.id.utf8), sourceLocation: place)
    #expect(presented.authentication.method == client.authentication.method, sourceLocation: place)
    expectSame(presented.authentication.secret, client.authentication.secret, place)
  }

  private func expectSame(
    _ one: TokenGrant, _ other: TokenGrant, _ place: SourceLocation = #_sourceLocation
  ) {
    expectSame(one.accessToken, other.accessToken, place)
    expectSame(one.refreshToken, other.refreshToken, place)
    expectSame(one.idToken, other.idToken, place)
    #expect(one.tokenType == other.tokenType, sourceLocation: place)
    #expect(one.expiry == other.expiry, sourceLocation: place)
    #expect(one.refreshExpiry == other.refreshExpiry, sourceLocation: place)
    #expect(one.scopes == other.scopes, sourceLocation: place)
    #expect(one.extra == other.extra, sourceLocation: place)
  }

  /// Checks that the client reads the error response that the server writes.
  private func expectRefusal<E: ServedExchange>(
    _ error: OAuthError, through exchange: E, _ place: SourceLocation = #_sourceLocation
  ) {
    let read = failure { try exchange.reply(E.response(error)) }
    #expect(read == error, sourceLocation: place)
    #expect(read?.peerDescription == error.reason, sourceLocation: place)
  }

  /// Checks a token request, its response and an error response; returns the request that the server reads.
  private func throughBothHalves<E: TokenEndpointExchange>(
    _ exchange: E, keeping refreshToken: Secret? = nil, _ random: inout SplitMix64
  ) throws -> TokenRequest {
    let received = try E.received(exchange.request())
    expectSame(exchange.client, received.client)
    var grant = random.grant()
    let read = try exchange.reply(E.response(grant))
    grant.refreshToken = grant.refreshToken ?? refreshToken
    expectSame(read, grant)
    expectRefusal(random.refusal(), through: exchange)
    return received
  }

  @Test("authorization: request, server, redirect and callback", arguments: seeds)
  func authorization(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let metadata = try random.metadata()
    var options = AuthorizationOptions()
    options.maxAge = random.maybe { Int.random(in: 0...100_000, using: &$0) }
    options.loginHint = random.maybe { $0.text(SplitMix64.anything, 1...20) }
    options.prompt = random.maybe { _ in ["login", "consent"] } ?? []
    options.extra = random.extra()
    let client = ClientIdentity(id: random.text(SplitMix64.visible, 1...20))
    let redirects = [
      "https://c.example/cb", "https://c.example/cb?k=v+w", "com.example.app:/cb",
      "http://[::1]:8/",
    ]
    let redirect = redirects[Int.random(in: 0..<4, using: &random)]
    let (transaction, url) = try AuthorizationTransaction.begin(
      metadata: metadata, client: client, redirectURI: redirect,
      scopes: random.scopes() + [.openID],
      options: options, environment: .fixed(seed: seed))

    let text = url.absoluteString
    let path = text.dropFirst("https://".count).drop { $0 != "/" }
    let request = try AuthorizationRequest(parsing: .received(get(String(path))))
    #expect(request.clientID == client.id)
    #expect(request.redirectURI == redirect)
    #expect(request.scopes == transaction.requestedScopes)
    #expect(request.state == transaction.state.reveal())
    #expect(request.nonce == transaction.nonce?.reveal())
    #expect(request.maxAge == options.maxAge)
    #expect(request.prompt == options.prompt)
    #expect(request.extra == options.extra)
    #expect(request.loginHint.map { Array($0.utf8) } == options.loginHint.map { Array($0.utf8) })
    #expect(
      PKCE.verify(
        verifier: transaction.pkce.verifier, challenge: try #require(request.codeChallenge)))

    let code = random.secret()
    let location = AuthorizationResponse.code(code)
      .redirect(to: redirect, state: request.state, issuer: metadata.issuer)
    let reply = try transaction.reply(from: location, at: start)
    expectSame(reply.code, code)
    let refusal = random.refusal()
    let denied = AuthorizationResponse.refusal(refusal)
      .redirect(to: redirect, state: request.state, issuer: metadata.issuer)
    let read = failure { try transaction.reply(from: denied, at: start) }
    #expect(read == refusal)
    #expect(read?.peerDescription == refusal.reason)
  }

  @Test("code exchange", arguments: seeds)
  func code(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let client = ClientIdentity(
      id: random.text(SplitMix64.visible, 1...20),
      authentication: random.client().authentication)
    let (transaction, _) = try beginSignIn(
      client: client, redirectURI: "https://c.example/cb?k=v+w", seed: seed)
    let code = random.secret()
    let location = AuthorizationResponse.code(code).redirect(
      to: transaction.redirectURI, state: transaction.state.reveal(), issuer: transaction.issuer)
    let extra = random.extra()
    let exchange = try CodeExchange(
      transaction.reply(from: location, at: start), client: client, tokenEndpoint: tokenEndpoint(),
      extra: extra)

    let received = try throughBothHalves(exchange, &random)
    #expect(received.extra == extra)
    guard case .authorizationCode(let presented, let redirectURI, let verifier) = received.grant
    else { throw OtherCase() }
    expectSame(presented, code)
    #expect(redirectURI == transaction.redirectURI)
    #expect(PKCE.verify(verifier: try #require(verifier), challenge: transaction.pkce.challenge))
  }

  @Test("refresh", arguments: seeds)
  func refresh(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let client = random.client()
    let token = random.secret()
    let scopes = random.maybe { $0.scopes(1...4) }
    var exchange = try RefreshExchange(
      refreshToken: token, scopes: scopes, client: client, tokenEndpoint: tokenEndpoint())
    exchange.extra = random.extra()

    let received = try throughBothHalves(exchange, keeping: token, &random)
    guard case .refreshToken(let presented, let asked) = received.grant else { throw OtherCase() }
    expectSame(presented, token)
    #expect(asked == scopes)
  }

  @Test("client credentials", arguments: seeds)
  func clientCredentials(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let client = random.confidentialClient()
    let scopes = random.scopes(1...4)
    let exchange = try directExchange(.clientCredentials, scopes: scopes, client: client)
    let received = try throughBothHalves(exchange, &random)
    guard case .clientCredentials(scopes: let asked) = received.grant else { throw OtherCase() }
    #expect(asked == scopes)
  }

  @Test("revocation", arguments: seeds)
  func revocation(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let client = random.client()
    let token = random.secret()
    let hint: RevocationExchange.Hint? = random.maybe { _ in .refreshToken }
    let exchange = try RevocationExchange(
      token: token, hint: hint, client: client, endpoint: tokenEndpoint())
    let received = try RevocationExchange.received(exchange.request())
    expectSame(client, received.client)
    expectSame(received.token, token)
    #expect(received.hint == hint)
    _ = try exchange.reply(RevocationExchange.response(RevocationExchange.Revoked()))
    expectRefusal(random.refusal(), through: exchange)
  }

  @Test("userinfo", arguments: seeds)
  func userInfo(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let token = Secret(random.text("abcXYZ019-._~+/", 1...60))
    let subject = random.text(SplitMix64.visible, 1...30)
    let exchange = try UserInfoExchange(
      endpoint: Endpoint("https://op.example/me"), accessToken: token, subject: subject)
    expectSame(try UserInfoExchange.received(exchange.request()).accessToken, token)
    let info = UserInfo(
      subject: subject, claims: ["name": .string(random.text(SplitMix64.anything, 0...20))])
    #expect(try exchange.reply(UserInfoExchange.response(info)) == info)
    let refusal = OAuthError.refused(.invalidToken, random.text("abc .,'", 1...80))
    expectRefusal(refusal, through: exchange)
  }

  @Test("discovery", arguments: seeds)
  func discovery(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let metadata = try random.metadata()
    for document in WellKnown.allCases {
      let exchange = DiscoveryExchange(issuer: metadata.issuer, document: document)
      let received = try DiscoveryExchange.received(exchange.request())
      #expect(received.document == document)
      let path = metadata.issuer.text.dropFirst(8).drop { $0 != "/" }
      #expect(received.issuerPath == (path.hasSuffix("/") ? path.dropLast() : path))
      #expect(try exchange.reply(DiscoveryExchange.response(metadata)).json == metadata.json)
      let refusal = OAuthError.refused(.invalidRequest, "No.", status: 404)
      expectRefusal(refusal, through: exchange)
    }
  }

  @Test("key sets")
  func keySets() throws {
    let exchange = try JWKSetExchange(Endpoint("https://op.example/jwks"))
    _ = try JWKSetExchange.received(exchange.request())
    let keys = try [SignatureAlgorithm.es256, .edDSA].map { try SigningKey.generate($0).publicJWK }
    #expect(try exchange.reply(JWKSetExchange.response(JWKSet(keys: keys))).keys == keys)
  }
}
