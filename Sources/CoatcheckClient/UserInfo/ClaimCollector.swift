// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// Collects the aggregated and distributed claims that an issuer returns from other claims providers,
/// each verified with the keys of a provider that the program trusts.
///
/// [OIDC Core §5.6.2](https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
public struct ClaimCollector: Sendable {
  /// The merged claims, and the sources that failed.
  public struct Collected: Sendable {
    /// The issuer's own claims and those of the valid sources. A claim of the issuer is never replaced.
    public let claims: JSONObject
    /// The errors of the sources whose claims are missing, by the names of the sources.
    public let failures: [String: OAuthError]
  }

  private let providers: [Issuer]
  private let algorithms: Set<SignatureAlgorithm>
  private let metadata: MetadataCache
  private let keys: KeySetCache
  private let transport: any HTTPTransport
  private let addresses: AddressGuard
  private let environment: RuntimeEnvironment

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - providers: The issuers whose claims are accepted. The claims of others are left out, whatever
  ///     the issuer says about them.
  ///   - algorithms: The signature algorithms that are accepted: RS256, ES256 and PS256 unless given.
  ///   - transport: Sends the requests.
  ///   - addresses: The rules for the addresses that the issuer may name.
  ///   - environment: The wall clock by which claims expire.
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

  /// The claims, merged with those of their sources. A source that fails only loses its own claims.
  ///
  /// - Parameters:
  ///   - claims: The issuer's claims: those of a verified ID token or of a UserInfo response, with
  ///     `_claim_names` and `_claim_sources`.
  ///   - issuer: The issuer of these claims.
  /// - Throws: `unreadable` when the list of the sources cannot be read.
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
