// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Checks the access tokens of the requests that a protected resource gets.
///
/// It knows no server framework: it is handed heads of requests, and makes heads of responses.
///
/// ```swift
/// let photos = try ProtectedResource(identifier: Endpoint("https://photos.example/api"))
/// let server = ResourceServer(photos, taking: [.jwts(of: issuer)], transport: transport)
/// let needed = ResourceRequirement(scopes: ["photos"])
/// do throws(OAuthError) {
///   let token = try await server.token(of: request, at: url, requiring: needed)
/// } catch {
///   return server.response(to: error, of: request, requiring: needed)
/// }
/// ```
public struct ResourceServer: Sendable {
  /// What it protects.
  public let resource: ProtectedResource
  /// Whose tokens it takes.
  public let sources: [TokenSource]

  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private let issuers: MetadataCache
  private let keys: KeySetCache
  private let seen: any TokenReplayGuard
  private let nonces: RollingNonces?

  /// A resource server.
  ///
  /// - Parameters:
  ///   - resource: What it protects.
  ///   - sources: Whose tokens it takes: the first that knows a token decides.
  ///   - nonces: The nonces that proofs have to hold; without them, none.
  ///   - seen: Which proofs were shown before. Unless given, in the memory of this process: several
  ///     processes with one address need one for all of them, or a copied proof works once at each.
  ///   - transport: What asks the issuers.
  ///   - environment: The clock and the random source.
  public init(
    _ resource: ProtectedResource, taking sources: [TokenSource], nonces: RollingNonces? = nil,
    seen: (any TokenReplayGuard)? = nil, transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live
  ) {
    self.resource = resource
    self.sources = sources
    self.nonces = nonces
    self.transport = transport
    self.environment = environment
    issuers = MetadataCache(transport: transport, environment: environment)
    keys = KeySetCache(transport: transport, environment: environment)
    self.seen =
      seen ?? ProofReplays(lifetime: resource.proofRules.lifetime, environment: environment)
  }

  /// The token of a request, if it is good for what is required.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The address under which the client knows the resource, independent of
  ///     front of this server; its query does not matter.
  ///   - requirement: What the token has to be good for.
  /// - Throws: `refused`, to be answered with ``response(to:of:requiring:)``; `unreachable` or
  ///   `unreadable` when an issuer cannot be asked.
  public func token(
    of request: HTTPRequest, at address: String,
    requiring requirement: ResourceRequirement = ResourceRequirement()
  ) async throws(OAuthError) -> AccessToken {
    let presented = try PresentedAccessToken(request)
    guard resource.schemes.contains(presented.scheme) else {
      throw .refused(.invalidToken, "Tokens are not taken in this way.", parameter: "Authorization")
    }
    let token = try await meaning(of: presented.token)
    try await checkPossession(of: token, presented, request, address)
    try check(token, for: requirement)
    return token
  }

  /// Whether a token that was checked before is also good for this.
  ///
  /// - Throws: `refused`, to be answered with ``response(to:of:requiring:)``.
  public func check(
    _ token: AccessToken, for requirement: ResourceRequirement
  ) throws(OAuthError) {
    try requirement.check(token, at: environment.now())
  }

  /// The response to a request whose token was refused.
  public func response(
    to error: OAuthError, of request: HTTPRequest,
    requiring requirement: ResourceRequirement = ResourceRequirement()
  ) -> (head: HTTPResponse, body: Data) {
    let scheme = (try? PresentedAccessToken(request))?.scheme
    let nonce = error.code == .useDPoPNonce ? nonces?.nonce(at: environment.now()) : nil
    return resource.response(to: error, presentedAs: scheme, requiring: requirement, nonce: nonce)
  }

  /// What the resource says about itself.
  public var metadata: ProtectedResourceMetadata {
    resource.description(taking: sources.map(\.issuer))
  }

  private func meaning(of token: Secret) async throws(OAuthError) -> AccessToken {
    var refusal = OAuthError.refused(
      .invalidToken, "The access token is not from a trusted issuer.")
    for source in sources {
      do throws(OAuthError) {
        return switch source.method {
        case .jwt(let algorithms): try await verified(token, source.issuer, algorithms)
        case .introspection(let client, let form):
          try await introspected(token, source.issuer, client, form)
        }
      } catch {
        // Another source may know it; what went wrong at this one is said only if none does.
        guard error.outcome == .refused else { throw error }
        refusal = error
      }
    }
    throw refusal
  }

  private func verified(
    _ token: Secret, _ issuer: Issuer, _ algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> AccessToken {
    let unverified: UnverifiedJWT
    do {
      unverified = try UnverifiedJWT(token.reveal())
    } catch {
      throw .refused(.invalidToken, "The access token has an unsupported form.")
    }
    guard let jwksURI = try await issuers.metadata(of: issuer).jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys for its access tokens.",
        parameter: "jwks_uri")
    }
    let jwt: VerifiedJWT
    do throws(OAuthError) {
      jwt = try await keys.verified(unverified, at: jwksURI, accepting: algorithms)
    } catch  where error.code == .idTokenInvalid {
      throw .refused(.invalidToken, "The access token's signature is not the issuer's.")
    }
    return try AccessTokenRules(
      issuer: issuer, audiences: resource.audiences, algorithms: algorithms,
      now: environment.now()
    ).check(jwt)
  }

  private func introspected(
    _ token: Secret, _ issuer: Issuer, _ client: ClientIdentity, _ form: ResponseProtection
  ) async throws(OAuthError) -> AccessToken {
    let metadata = try await issuers.metadata(of: issuer)
    guard let endpoint = metadata.introspectionEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The authorization server has no introspection endpoint.",
        parameter: "introspection_endpoint")
    }
    let signing = form.signing
    let exchange = IntrospectionExchange(
      token: token, client: client, endpoint: endpoint, form: signing == nil ? .plain : .signed)
    let reply: IntrospectionExchange.Reply
    do throws(OAuthError) {
      reply = try await transport.perform(exchange, environment: environment)
    } catch  where error.outcome == .refused {
      // The refusal is about this server, not about the token or its sender.
      throw .unreadable(
        error.code, "The introspection endpoint refuses the request.", parameter: error.parameter)
    }
    let introspection: Introspection
    switch (reply, signing) {
    case (.plain(let answer), nil): introspection = answer
    case (.signed(let jwt), let signing?):
      // RFC 9701 §5: "aud" of the JWT is the resource server that sent the request.
      let answer = try await keys.verified(
        answer: jwt, at: metadata.jwksURI, accepting: signing.algorithms,
        openedBy: signing.decryption)
      introspection = try SignedResponseRules(
        issuer: issuer, audience: client.id, algorithms: signing.algorithms,
        now: environment.now()
      ).introspection(in: answer)
    default:
      throw .unreadable(.replyMalformed, "The response has another form than the requested one.")
    }
    return try AccessToken(
      introspected: introspection, by: issuer, audiences: resource.audiences,
      now: environment.now())
  }

  /// A token that is bound is no good without the proof, and one that is not must not come with
  /// one.
  private func checkPossession(
    of token: AccessToken, _ presented: PresentedAccessToken, _ request: HTTPRequest,
    _ address: String
  ) async throws(OAuthError) {
    guard presented.scheme == .dpop else {
      // RFC 9449 §7.2: "the resource server MUST reject […] a DPoP-bound access token […] received
      // as a Bearer token".
      guard token.confirmation == nil else {
        throw .refused(
          .invalidToken, "The access token is sender-constrained, and the request has no proof.",
          parameter: "cnf")
      }
      return
    }
    guard
      let proof = try DPoPProof.Received(
        in: request, at: address, now: environment.now(), rules: resource.proofRules)
    else {
      throw .refused(.invalidDPoPProof, "The request has no proof.", parameter: "DPoP")
    }
    try proof.requireBinding(of: presented.token, to: token.confirmation)
    if let nonces {
      let now = environment.now()
      try proof.requireNonce { nonces.isCurrent($0, at: now) }
    }
    // Only a proof that is good uses up its id.
    let end = environment.now().addingTimeInterval(resource.proofRules.lifetime)
    guard try await seen.isNew(proof.replayKey, until: end) else {
      throw .refused(.invalidDPoPProof, "The proof was used before.", parameter: "jti")
    }
  }
}
