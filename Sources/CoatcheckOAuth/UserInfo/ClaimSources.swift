// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// Claims of other claims providers that an authorization server passes on: in a JWT of theirs, or as the
/// address of one.
///
/// [OIDC Core §5.6.2](https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
public struct ClaimSources: Sendable {
  /// Where the JWT with the claims of one source is.
  public enum Place: Sendable {
    /// Aggregated claims: the JWT itself, which is not verified yet.
    case here(Secret)
    /// Distributed claims: the endpoint that returns the JWT, and the access token for it; nil when the
    /// endpoint needs no token.
    case there(Endpoint, accessToken: Secret?)
  }

  /// One claims provider.
  public struct Source: Sendable {
    /// The name of the source in `_claim_sources`.
    public let name: String
    /// The names of the claims that come from it. All other claims in its JWT are ignored.
    public let claims: [String]
    /// Where its claims are.
    public let place: Place
  }

  /// The sources, sorted by their names.
  public let sources: [Source]

  /// The maximum number of sources.
  public static let maximumCount = 5

  static let namesMember = "_claim_names"
  static let sourcesMember = "_claim_sources"
  /// The claims that another source cannot provide: those of the issuer about the user and the token
  /// itself.
  static let reserved: Set<String> = [
    "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "nonce", "azp", "sid", "auth_time", "acr",
    "amr",
    "at_hash", "c_hash", "s_hash", "cnf", namesMember, sourcesMember,
  ]

  /// Reads `_claim_names` and `_claim_sources`. Without `_claim_names` there are no sources.
  ///
  /// A name is ignored when the authorization server states the claim itself, or when it is one that
  /// identifies the user or the token, such as `sub` or `exp`.
  ///
  /// - Parameter claims: The claims of an ID token or of a userinfo response.
  /// - Throws: `unreadable` naming the member: ``OAuthError/Code/insecureEndpoint`` when an address is
  ///   neither `https` nor on this machine; ``OAuthError/Code/replyMalformed`` when a member is not of
  ///   the specified form, or when there are more than ``maximumCount`` sources.
  public init(of claims: JSONObject) throws(OAuthError) {
    guard let named = claims[Self.namesMember] else {
      sources = []
      return
    }
    guard let names = named.objectValue, let places = claims[Self.sourcesMember]?.objectValue,
      places.count <= Self.maximumCount
    else { throw Self.malformed(Self.namesMember, "The sources of claims cannot be read.") }
    var wanted: [String: [String]] = [:]
    for (claim, source) in names {
      guard let source = source.stringValue else {
        throw Self.malformed(Self.namesMember, "A source of claims is not named.")
      }
      // A claim that the issuer itself states is not replaced by that of another source.
      guard claims[claim] == nil, !Self.reserved.contains(claim) else { continue }
      wanted[source, default: []].append(claim)
    }
    var sources: [Source] = []
    for (source, claims) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let place = places[source]?.objectValue else {
        throw Self.malformed(Self.sourcesMember, "A source of claims is missing.")
      }
      sources.append(Source(name: source, claims: claims.sorted(), place: try Self.place(place)))
    }
    self.sources = sources
  }

  private static func place(_ json: JSONObject) throws(OAuthError) -> Place {
    if let jwt = json["JWT"]?.stringValue { return .here(Secret(jwt)) }
    guard let text = json["endpoint"]?.stringValue else {
      throw malformed(sourcesMember, "A source of claims has neither a JWT nor an address.")
    }
    do {
      return .there(
        try Endpoint(text), accessToken: json["access_token"]?.stringValue.map(Secret.init))
    } catch {
      throw .unreadable(
        error.code == .insecureEndpoint ? .insecureEndpoint : .replyMalformed, error.reason,
        parameter: sourcesMember)
    }
  }

  private static func malformed(_ name: String, _ reason: String) -> OAuthError {
    .unreadable(.replyMalformed, reason, parameter: name)
  }
}

extension ClaimSources.Source {
  /// The claims in the JWT of a source, of those that the UserInfo response assigns to this source.
  ///
  /// - Parameter token: The JWT, verified with the keys of a provider that is trusted for such claims.
  package func selected(from token: VerifiedJWT) -> JSONObject {
    var selected = JSONObject()
    for name in claims { selected[name] = token.claims[name] }
    return selected
  }
}
