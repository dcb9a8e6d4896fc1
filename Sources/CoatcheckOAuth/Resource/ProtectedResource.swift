// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// What a protected resource is called, whose tokens it takes and how they have to be presented.
///
/// [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750),
/// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7),
/// [RFC 9470](https://www.rfc-editor.org/rfc/rfc9470).
public struct ProtectedResource: Sendable {
  /// Its identifier: an `https` address, which is also an audience of its tokens.
  public var identifier: Endpoint
  /// Other audiences whose tokens it takes: the names it has at issuers that do not know its address.
  public var otherAudiences: Set<String> = []
  /// The name of the protected area.
  public var realm: String?
  /// How tokens may be presented, best first. A token that is bound to a key needs a proof always.
  public var schemes: [BearerChallenge.Scheme] = [.bearer]
  /// The algorithms that proofs may be signed with.
  public var proofRules = DPoPRules.standard
  /// The name that users see.
  public var name: String?
  /// The scopes that are good for something here.
  public var scopes: [Scope] = []
  /// Where its metadata is, to be named in challenges; nil when it is not served.
  public var metadata: Endpoint?

  /// A resource that takes bearer tokens.
  ///
  /// - Parameter identifier: Its identifier, which is also an audience of its tokens.
  public init(identifier: Endpoint) {
    self.identifier = identifier
    metadata = try? ProtectedResourceMetadata.wellKnown(for: identifier)
  }

  /// What it says about itself.
  ///
  /// - Parameter issuers: Whose tokens it takes.
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

  /// The names under which tokens may be for it.
  public var audiences: Set<String> { otherAudiences.union([identifier.text]) }
}

extension ProtectedResource {
  /// The response to a request that it refuses, with a challenge for each scheme it takes.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - scheme: How the token was presented; nil without a token.
  ///   - requirement: What the token has to be good for.
  ///   - nonce: What the next proof has to hold.
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
      // RFC 9449 §7.1 and §9: a resource answers both with 401, a token endpoint with 400.
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
