// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Finds out whose tokens an API takes, and where that issuer's endpoints are.
///
/// [RFC 9728 §5](https://www.rfc-editor.org/rfc/rfc9728#section-5),
/// [MCP Authorization](https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization).
public struct ResourceDiscovery: Sendable {
  /// What is done for an API without metadata.
  public enum Fallback: Sendable, Hashable {
    /// Nothing: it is refused.
    case none
    /// The API's own origin is taken for the issuer, as MCP had it before June 2025: its metadata
    /// at the root, else `/authorize`, `/token` and `/register`.
    case origin(because: String)
  }

  /// What is known about an API after looking.
  public struct Found: Sendable {
    /// The parameter that tokens are requested with.
    public let resource: Endpoint
    /// What the API says about itself; nil when it says nothing.
    public let metadata: ProtectedResourceMetadata?
    /// The issuer whose tokens it takes.
    public let server: ServerMetadata
    /// Whether the issuer said that by a document of its own.
    public let isDocumented: Bool
  }

  let transport: any HTTPTransport
  let environment: RuntimeEnvironment
  let addresses: AddressGuard
  let fallback: Fallback

  /// - Parameters:
  ///   - transport: What sends the requests.
  ///   - addresses: Which addresses the documents may name.
  ///   - fallback: What is done for an API without metadata.
  ///   - environment: The clock.
  public init(
    transport: any HTTPTransport, addresses: AddressGuard = .standard, fallback: Fallback = .none,
    environment: RuntimeEnvironment = .live
  ) {
    self.transport = transport
    self.addresses = addresses
    self.fallback = fallback
    self.environment = environment
  }

  /// Looks for the issuer of an API.
  ///
  /// - Parameters:
  ///   - resource: The API's address, as requests are sent to it.
  ///   - challenge: What the API answered to a request without a token.
  ///   - preferred: The issuer whose client one is already; it is taken if the API still names it.
  /// - Throws: `unreadable` when a document is about another resource or issuer, names an address
  ///   that nothing may be sent to, or names no issuer; else what the transport threw.
  public func find(
    _ resource: Endpoint, challenge: BearerChallenge? = nil, preferring preferred: String? = nil
  ) async throws(OAuthError) -> Found {
    guard let metadata = try await metadata(of: resource, challenge: challenge) else {
      return try await ownServer(of: resource)
    }
    let servers = metadata.authorizationServers ?? []
    guard let issuer = servers.first(where: { $0.text == preferred }) ?? servers.first else {
      throw .unreadable(
        .metadataMalformed, "The metadata of the API names no authorization server.",
        parameter: "authorization_servers")
    }
    return Found(
      resource: metadata.resource, metadata: metadata,
      server: try await server(issuer, of: resource), isDocumented: true)
  }

  /// What an API says about itself; nil when it says nothing.
  ///
  /// The address in the challenge is the only one then. Else the one of the API's whole address is
  /// tried, then the one of its origin.
  public func metadata(
    of resource: Endpoint, challenge: BearerChallenge?
  ) async throws(OAuthError) -> ProtectedResourceMetadata? {
    if let address = challenge?.resourceMetadata {
      return try await perform(ProtectedResourceExchange(resource: resource, namedBy: address))
    }
    var places = [resource]
    if resource.path != "/" { places.append(try Endpoint(resource.origin)) }
    for place in places {
      do throws(OAuthError) {
        return try await perform(ProtectedResourceExchange(resource: place))
      } catch  where error.isAbsence {
        continue
      }
    }
    return nil
  }

  /// An issuer's metadata, wherever of the three places it is.
  ///
  /// - Throws: `discoveryMismatch` when a document is another issuer's: no other place is tried
  ///   then.
  public func server(
    _ issuer: Issuer, of resource: Endpoint
  ) async throws(OAuthError) -> ServerMetadata {
    var places = [issuer.wellKnown(.oauthAuthorizationServer)]
    if let inserted = issuer.insertedOpenIDConfiguration { places.append(inserted) }
    places.append(issuer.wellKnown(.openIDConfiguration))
    for place in places {
      try addresses.check(place, namedBy: resource)
      do throws(OAuthError) {
        let metadata = try await perform(DiscoveryExchange(issuer: issuer, at: place))
        for endpoint in [
          metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.registrationEndpoint,
          metadata.pushedAuthorizationRequestEndpoint, metadata.jwksURI,
        ] {
          if let endpoint { try addresses.check(endpoint, namedBy: resource) }
        }
        return metadata
      } catch  where error.isAbsence {
        continue
      }
    }
    throw .unreadable(
      .metadataMalformed, "The authorization server has no metadata document.", status: 404)
  }

  private func ownServer(of resource: Endpoint) async throws(OAuthError) -> Found {
    guard case .origin = fallback else {
      throw .unreadable(
        .metadataMalformed, "The API has no protected resource metadata.", status: 404)
    }
    let issuer = try Issuer(resource.origin)
    do throws(OAuthError) {
      let metadata = try await perform(
        DiscoveryExchange(issuer: issuer, document: .oauthAuthorizationServer))
      return Found(resource: resource, metadata: nil, server: metadata, isDocumented: true)
    } catch  where error.isAbsence {
      var metadata = ServerMetadata(issuer: issuer)
      metadata.authorizationEndpoint = try Endpoint(resource.origin + "/authorize")
      metadata.tokenEndpoint = try Endpoint(resource.origin + "/token")
      metadata.registrationEndpoint = try Endpoint(resource.origin + "/register")
      return Found(resource: resource, metadata: nil, server: metadata, isDocumented: false)
    }
  }

  private func perform<E: Exchange>(_ exchange: E) async throws(OAuthError) -> E.Reply {
    try await transport.perform(exchange, limit: .metadata, environment: environment)
  }
}

extension OAuthError {
  /// Whether the server said that there is nothing at an address: 4xx but 408 and 429.
  fileprivate var isAbsence: Bool {
    guard let status, outcome != .unreachable else { return false }
    return (400..<500).contains(status) && status != 408
  }
}
