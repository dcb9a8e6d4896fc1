// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Validates the access tokens of the requests to a resource server.
///
/// It works with any server framework: its functions take heads of requests and return responses.
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
  /// The resource server: its identifier, its audiences and the ways to present a token.
  public let resource: ProtectedResource
  /// The authorization servers whose tokens are accepted, and how tokens are validated.
  public let sources: [TokenSource]

  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private let issuers: MetadataCache
  private let keys: KeySetCache
  private let seen: any TokenReplayGuard
  private let nonces: RollingNonces?

  /// Creates the validation for a resource server.
  ///
  /// - Parameters:
  ///   - resource: The resource server.
  ///   - sources: The authorization servers whose tokens are accepted: the first that accepts a token
  ///     decides.
  ///   - nonces: The nonces that DPoP proofs have to contain; nil if no nonce is required.
  ///   - seen: Detects repeated DPoP proofs; nil for a guard in the memory of this process. Several
  ///     processes with one address need one that all of them share, or a copied proof works once at
  ///     each.
  ///   - transport: Sends the requests for metadata, keys and introspection.
  ///   - environment: The clocks and the random generator.
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

  /// The access token of a request, if it is valid and suffices for the requirement.
  ///
  /// [RFC 6750 §2](https://www.rfc-editor.org/rfc/rfc6750#section-2),
  /// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7).
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - address: The absolute URL under which the client knows the resource, whatever proxy is in
  ///     front of this server; its query does not matter. It is compared with the `htu` of a DPoP
  ///     proof.
  ///   - requirement: The scopes and the authentication that the token has to have.
  /// - Throws: `refused` when the token is missing, invalid or insufficient, for a response of
  ///   ``response(to:of:requiring:)``; `unreachable` or `unreadable` when an authorization server does
  ///   not answer as it should: the token is neither valid nor invalid then.
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

  /// Checks whether a token that was validated before also suffices for another requirement.
  ///
  /// - Parameters:
  ///   - token: A token that ``token(of:at:requiring:)`` returned.
  ///   - requirement: The scopes and the authentication that the token has to have.
  /// - Throws: `refused` when the token has expired or does not suffice, for a response of
  ///   ``response(to:of:requiring:)``.
  public func check(
    _ token: AccessToken, for requirement: ResourceRequirement
  ) throws(OAuthError) {
    try requirement.check(token, at: environment.now())
  }

  /// The error response to a request whose token was not accepted, with a `WWW-Authenticate` challenge.
  ///
  /// [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
  /// [RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3).
  ///
  /// - Parameters:
  ///   - error: The error that ``token(of:at:requiring:)`` or ``check(_:for:)`` threw.
  ///   - request: The head of the request; its scheme decides between a `Bearer` and a `DPoP`
  ///     challenge.
  ///   - requirement: The requirement of the request, which the challenge names.
  public func response(
    to error: OAuthError, of request: HTTPRequest,
    requiring requirement: ResourceRequirement = ResourceRequirement()
  ) -> (head: HTTPResponse, body: Data) {
    let scheme = (try? PresentedAccessToken(request))?.scheme
    let nonce = error.code == .useDPoPNonce ? nonces?.nonce(at: environment.now()) : nil
    return resource.response(to: error, presentedAs: scheme, requiring: requirement, nonce: nonce)
  }

  /// The protected resource metadata ([RFC 9728 §2](https://www.rfc-editor.org/rfc/rfc9728#section-2)),
  /// with the authorization servers of ``sources``.
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
        // Another source may accept the token; the refusal is thrown only if none does.
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
      // The refusal concerns this resource server, not the token or the client that sent it.
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

  /// Checks the proof of possession: a sender-constrained token requires a DPoP proof of its key, and a
  /// token that is not sender-constrained must not be presented with the scheme `DPoP`.
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
    // Only a valid proof is recorded as used.
    let end = environment.now().addingTimeInterval(resource.proofRules.lifetime)
    guard try await seen.isNew(proof.replayKey, until: end) else {
      throw .refused(.invalidDPoPProof, "The proof was used before.", parameter: "jti")
    }
  }
}
