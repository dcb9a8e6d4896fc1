// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// A protected resource: its names, the access tokens that it accepts and how clients present them.
///
/// [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750),
/// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7),
/// [RFC 9470](https://www.rfc-editor.org/rfc/rfc9470).
public struct ProtectedResource: Sendable {
  /// The resource identifier: an `https` address, which is also an audience of its tokens.
  public var identifier: Endpoint
  /// Other accepted audiences: the names of the resource at authorization servers that do not know its
  /// address.
  public var otherAudiences: Set<String> = []
  /// The `realm` in challenges: the name of the protected area; nil leaves it out.
  public var realm: String?
  /// The accepted schemes, in order of preference. A token that is bound to a key needs a DPoP proof in any
  /// case.
  public var schemes: [BearerChallenge.Scheme] = [.bearer]
  /// Which DPoP proofs are accepted.
  public var proofRules = DPoPRules.standard
  /// The name that users see, for the metadata.
  public var name: String?
  /// The scopes that the resource knows, for the metadata.
  public var scopes: [Scope] = []
  /// The address of its metadata, which challenges name; nil when it is not served.
  public var metadata: Endpoint?

  /// Creates a resource that accepts bearer tokens. ``metadata`` becomes the well-known address of the
  /// identifier.
  ///
  /// - Parameter identifier: The resource identifier, which is also an audience of its tokens.
  public init(identifier: Endpoint) {
    self.identifier = identifier
    metadata = try? ProtectedResourceMetadata.wellKnown(for: identifier)
  }

  /// The protected resource metadata ([RFC 9728 §2](https://www.rfc-editor.org/rfc/rfc9728#section-2)).
  ///
  /// - Parameter issuers: The issuers whose tokens the resource accepts.
  public func description(taking issuers: [Issuer]) -> ProtectedResourceMetadata {
    var metadata = ProtectedResourceMetadata(resource: identifier)
    metadata.authorizationServers = issuers
    metadata.bearerMethodsSupported = ["header"]
    metadata.scopesSupported = scopes.isEmpty ? nil : scopes.map(\.rawValue)
    metadata.name = name
    if schemes.contains(.dpop) {
      metadata.dpopSigningAlgorithms = proofRules.algorithms.map(\.rawValue).sorted()
      metadata.requiresDPoPBoundAccessTokens = schemes == [.dpop]
    }
    return metadata
  }

  /// All accepted audiences: ``otherAudiences`` and the identifier.
  public var audiences: Set<String> { otherAudiences.union([identifier.text]) }
}

extension ProtectedResource {
  /// The error response of the resource, with a `WWW-Authenticate` challenge for each accepted scheme. An
  /// error with another outcome than `refused` becomes a 500 or 503 without a challenge.
  ///
  /// - Parameters:
  ///   - error: The error; ``OAuthError/Code/credentialsMissing`` gives challenges without an error code.
  ///   - scheme: The scheme with which the token was presented, whose challenge gets the error code; nil
  ///     without a token.
  ///   - requirement: What the token needs besides being valid; its scopes stand in the challenges.
  ///   - nonce: The nonce for the next proof; nil sends none.
  public func response(
    to error: OAuthError, presentedAs scheme: BearerChallenge.Scheme? = nil,
    requiring requirement: ResourceRequirement = ResourceRequirement(), nonce: DPoPNonce? = nil
  ) -> (head: HTTPResponse, body: Data) {
    var response = refusal(error)
    if let nonce { response.head.headerFields[.dPoPNonce] = nonce.text }
    guard error.outcome == .refused, [400, 401, 403].contains(response.head.status.code) else {
      return response
    }
    // RFC 9110 §11.6.1: "A server generating a 401 (Unauthorized) response MUST send a WWW-Authenticate
    // header field containing at least one challenge". RFC 9449 §7.1 has a resource that takes both
    // schemes send both challenges; the error stands beside the scheme that was used.
    let guilty = schemes.contains(scheme ?? .bearer) ? scheme : schemes.first
    for offered in schemes {
      let challenge = challenge(
        offered, for: offered == guilty ? error : nil, requiring: requirement)
      response.head.headerFields.append(
        HTTPField(name: .wwwAuthenticate, value: challenge.headerValue))
    }
    return response
  }

  /// RFC 6750 §3.1: "If the request lacks any authentication information […] the resource server SHOULD NOT
  /// include an error code or other error information."
  private func refusal(_ error: OAuthError) -> (head: HTTPResponse, body: Data) {
    guard error.code != .credentialsMissing else {
      return ServedResponse.empty(status: .unauthorized)
    }
    var error = error
    if error.code == .invalidDPoPProof || error.code == .useDPoPNonce {
      // RFC 9449 §7.1 and §9: a resource server returns 401 for both codes, a token endpoint 400.
      error = .refused(error.code, error.reason, parameter: error.parameter, status: 401)
    }
    var refusal = ServedResponse.refusal(error, allowed: "")
    refusal.head.headerFields[.wwwAuthenticate] = nil
    return refusal
  }

  private func challenge(
    _ scheme: BearerChallenge.Scheme, for error: OAuthError?,
    requiring requirement: ResourceRequirement
  ) -> BearerChallenge {
    var challenge = BearerChallenge(realm: realm)
    challenge.scheme = scheme
    challenge.resourceMetadata = metadata?.text
    challenge.scope = requirement.scopes
    if scheme == .dpop { challenge.algorithms = proofRules.algorithms.map(\.rawValue).sorted() }
    guard let error, error.code != .credentialsMissing else { return challenge }
    challenge.error = error.code
    challenge.errorDescription = error.reason
    if error.code == .insufficientUserAuthentication {
      challenge.acrValues = requirement.acrValues
      challenge.maxAge = requirement.maxAge
    }
    return challenge
  }
}
