// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A client of a `HostileProvider`.
struct RelyingParty {
  let provider: HostileProvider
  let store = MemoryTokenStore()
  /// The security profile of the client.
  var profile = SecurityProfile.standard
  let transport: any HTTPTransport

  /// Starts the provider.
  init(
    _ faults: Fault..., client: HostileClient = HostileClient(),
    transport: any HTTPTransport = .platform
  ) async throws {
    try await self.init(faults, client: client, transport: transport)
  }

  /// Starts a provider of FAPI 2.0. It sends its nonce in the response to the pushed request.
  static func fapi2(_ faults: Fault...) async throws -> RelyingParty {
    var party = try await RelyingParty(faults, client: .fapi2())
    party.profile = .fapi2
    party.profile.responseAlgorithms = [.es256]
    return party
  }

  /// Starts a provider of FAPI 1.0 Advanced, whose client signs its requests and accepts responses in a JWT.
  static func fapi1(
    _ faults: Fault..., pushing: Bool = false, openedBy own: DecryptionKey? = nil
  ) async throws -> RelyingParty {
    let key = try SigningKey.generate(.es256)
    var client = HostileClient(key: key, idTokenAlgorithm: .es256)
    client.pushesRequests = pushing
    if let published = own?.publicJWK {
      client.idTokenEncryption = .init(key: published, algorithm: .rsaOAEP, content: .a256GCM)
    }
    var party = try await RelyingParty(faults, client: client)
    party.profile = .fapi1(signedBy: key)
    party.profile.responseAlgorithms = [.es256]
    party.profile.idTokenDecryption = own.map {
      TokenDecryption(
        keys: DecryptionKeySet([$0]), keyManagement: [.rsaOAEP], encryption: [.a256GCM])
    }
    return party
  }

  init(
    _ faults: [Fault], client: HostileClient, transport: any HTTPTransport = .platform
  ) async throws {
    provider = try await HostileProvider.start(faults, client: client)
    self.transport = transport
  }

  /// The client, with the provider's metadata.
  func client() async throws -> Client {
    let found = try await Provider.discover(
      provider.issuer, transport: transport, environment: provider.environment)
    return Client(
      of: found, id: provider.client.id, secret: provider.client.secret, store: store,
      transport: transport
    ) {
      $0.authentication =
        provider.client.key.map {
          .privateKeyJWT($0, ClientAssertion(for: found.metadata.issuer))
        } ?? (provider.client.authenticationMethod == "tls_client_auth" ? .tls : nil)
      $0.userAgent = ReadyUserAgent(transport: transport)
      $0.profile = profile
      $0.idTokenAlgorithms = [provider.client.idTokenAlgorithm]
      $0.dpop = provider.client.bindsAccessTokens ? .required(.es256) : .never
      $0.environment = provider.environment
    }
  }

  /// Signs the user in.
  func signIn(
    _ scopes: [Scope] = [.openID], options: AuthorizationOptions = AuthorizationOptions()
  ) async throws -> Session {
    try await client().signIn(scopes: scopes, options: options)
  }

  /// The user signs in, and the userinfo endpoint returns the same subject.
  func expectSignIn(
    _ scopes: [Scope] = [.openID], options: AuthorizationOptions = AuthorizationOptions(),
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let session = try await signIn(scopes, options: options)
    let claims = try await session.userInfo()
    #expect(claims.subject == session.account.subject, sourceLocation: location)
    #expect(try await store.sessions().count == 1, sourceLocation: location)
    #expect(provider.count(.token) == 1, sourceLocation: location)
  }

  /// The sign-in fails with exactly this error and without a session.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - parameter: The parameter or claim it names.
  ///   - tokenRequests: How many requests the token endpoint has received: 0 where the authorization
  ///     response is invalid.
  func expectRefusal(
    _ code: OAuthError.Code, _ parameter: String? = nil, tokenRequests: Int = 1,
    scopes: [Scope] = [.openID], options: AuthorizationOptions = AuthorizationOptions(),
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await failure(location) { try await signIn(scopes, options: options) }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.parameter == parameter, sourceLocation: location)
    try await expectNoSignIn(tokenRequests: tokenRequests, at: location)
  }

  /// There is no session, and no token was used.
  func expectNoSignIn(
    tokenRequests: Int, at location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await store.sessions().isEmpty, sourceLocation: location)
    #expect(provider.count(.token) == tokenRequests, sourceLocation: location)
    #expect(provider.count(.userInfo) == 0, sourceLocation: location)
    #expect(provider.requestsElsewhere.isEmpty, sourceLocation: location)
  }
}

extension RelyingParty {
  /// The thumbprints of the keys in the DPoP proofs of an endpoint's requests.
  func proofKeys(_ place: HostileProvider.Place) throws -> [String] {
    try provider.requests(place).compactMap { $0.head.headerFields[.dPoP] }.map { proof in
      let json = try #require(UnverifiedJWT(proof).header.json["jwk"]?.objectValue)
      return try JWK(parsing: json).thumbprint
    }
  }

  /// Signs the user in and out again, everywhere.
  func signOut() async throws -> SignOutReport {
    let client = try await client()
    let session = try await client.signIn(scopes: [.openID])
    return await client.signOut(session, .everywhere(returning: .userAgent))
  }

  /// The error of the logout request.
  func endSessionFailure(in report: SignOutReport) -> OAuthError? {
    guard case .failed(let error) = report[.endProviderSession] else { return nil }
    return error
  }
}

extension AuthorizationOptions {
  /// The response is a signed JWT.
  static var jwtResponse: AuthorizationOptions {
    var options = AuthorizationOptions()
    options.responseMode = .jwt
    return options
  }
}

extension HostileClient {
  /// A client of FAPI 2.0: a key instead of a secret, pushed requests, sender-constrained tokens.
  static func fapi2() throws -> HostileClient {
    var client = HostileClient(key: try SigningKey.generate(.es256), idTokenAlgorithm: .es256)
    client.bindsAccessTokens = true
    client.pushesRequests = true
    return client
  }
}
