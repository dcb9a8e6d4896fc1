// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// Collects the claims that an issuer passes on for others, each verified with the keys of a
/// provider that the program trusts for it.
///
/// [OIDC Core §5.6.2](https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
public struct ClaimCollector: Sendable {
  /// What was collected.
  public struct Collected: Sendable {
    /// The issuer's own claims and those of the sources that were good.
    public let claims: JSONObject
    /// Why the claims of the other sources are missing, by the names of the sources.
    public let failures: [String: OAuthError]
  }

  private let providers: [Issuer]
  private let algorithms: Set<SignatureAlgorithm>
  private let metadata: MetadataCache
  private let keys: KeySetCache
  private let transport: any HTTPTransport
  private let addresses: AddressGuard
  private let environment: RuntimeEnvironment

  /// - Parameters:
  ///   - providers: Whose claims are believed. Others' are left out, whatever the issuer says about
  ///     them.
  ///   - algorithms: The algorithms they may sign with.
  ///   - transport: What sends the requests.
  ///   - addresses: Which addresses the issuer may name.
  ///   - environment: The clock.
  public init(
    trusting providers: [Issuer], algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256],
    transport: any HTTPTransport, addresses: AddressGuard = .standard,
    environment: RuntimeEnvironment = .live
  ) {
    self.providers = providers
    self.algorithms = algorithms
    self.transport = transport
    self.addresses = addresses
    self.environment = environment
    metadata = MetadataCache(transport: transport, environment: environment)
    keys = KeySetCache(transport: transport, environment: environment)
  }

  /// The claims with those of the sources merged in. A source that is no good costs its own claims
  /// only.
  ///
  /// - Parameters:
  ///   - claims: What the issuer said: verified claims of an ID token or of a userinfo answer.
  ///   - issuer: The issuer.
  /// - Throws: `unreadable` when the sources cannot be read at all.
  public func collect(
    _ claims: JSONObject, from issuer: Issuer
  ) async throws(OAuthError) -> Collected {
    var (merged, failures) = (claims, [String: OAuthError]())
    merged["_claim_names"] = nil
    merged["_claim_sources"] = nil
    for source in try ClaimSources(of: claims).sources {
      do throws(OAuthError) {
        let token = try await verified(try await jwt(of: source, issuer))
        for (name, value) in source.selected(from: token) where merged[name] == nil {
          merged[name] = value
        }
      } catch {
        failures[source.name] = error
      }
    }
    return Collected(claims: merged, failures: failures)
  }

  private func jwt(
    of source: ClaimSources.Source, _ issuer: Issuer
  ) async throws(OAuthError) -> Secret {
    switch source.place {
    case .here(let jwt): return jwt
    case .there(let endpoint, let accessToken):
      try addresses.check(endpoint, namedBy: issuer.wellKnown(.openIDConfiguration))
      var head = HTTPRequest(
        method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
        headerFields: [.accept: "application/jwt"])
      if let accessToken { head.headerFields[.authorization] = try BearerToken.field(accessToken) }
      let answer = try await transport.send(head, body: Data(), limit: .metadata)
      guard answer.head.status == .ok else {
        throw .unreadable(
          .replyMalformed,
          "The source of claims answered with an unexpected status: \(answer.head.status.code).",
          status: answer.head.status.code)
      }
      return Secret(String(decoding: answer.body, as: UTF8.self))
    }
  }

  /// "the JWT MUST […] be signed or encrypted or both": here it is signed, by a trusted issuer.
  private func verified(_ jwt: Secret) async throws(OAuthError) -> VerifiedJWT {
    let token: UnverifiedJWT
    let named: String?
    do {
      token = try UnverifiedJWT(jwt.reveal())
      named = try token.unverifiedClaimsForDisplay()["iss"]?.stringValue
    } catch {
      throw .refusedToken(error)
    }
    // What the token says about itself chooses among trusted providers, and nothing else.
    guard let provider = providers.first(where: { $0.text == named }) else {
      throw .unreadable(
        .issuerMismatch, "The claims come from a provider that is not trusted.", parameter: "iss")
    }
    guard let jwksURI = try await metadata.metadata(of: provider).jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The provider has no keys to verify its claims with.",
        parameter: "jwks_uri")
    }
    let verified = try await keys.verified(token, at: jwksURI, accepting: algorithms)
    if let end = verified.claims["exp"]?.doubleValue,
      environment.now().timeIntervalSince1970 >= end + 30
    {
      throw .unreadable(.signedAnswerInvalid, "The claims have expired.", parameter: "exp")
    }
    return verified
  }
}
