// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Determines the authorization server of an API, and the endpoints of this server.
///
/// [RFC 9728 §5](https://www.rfc-editor.org/rfc/rfc9728#section-5),
/// [MCP Authorization](https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization).
public struct ResourceDiscovery: Sendable {
  /// What is done for an API without protected resource metadata.
  public enum Fallback: Sendable, Hashable {
    /// It is an error.
    case none
    /// The API's own origin is the issuer, as in MCP before June 2025: its metadata at the root, else
    /// the endpoints `/authorize`, `/token` and `/register`. The reason is for readers of the code.
    case origin(because: String)
  }

  /// The authorization server of an API.
  public struct Found: Sendable {
    /// The value of the `resource` parameter that tokens are requested with.
    public let resource: Endpoint
    /// The protected resource metadata of the API; nil if it has none.
    public let metadata: ProtectedResourceMetadata?
    /// The metadata of the authorization server whose tokens the API accepts.
    public let server: ServerMetadata
    /// Whether the authorization server has a metadata document; false when its endpoints are the
    /// default ones of the fallback.
    public let isDocumented: Bool
  }

  let transport: any HTTPTransport
  let environment: RuntimeEnvironment
  let addresses: AddressGuard
  let fallback: Fallback

  /// Creates a discovery.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - addresses: The rules for the addresses that documents may name.
  ///   - fallback: What is done for an API without protected resource metadata.
  ///   - environment: The wall clock for the responses.
  public init(
    transport: any HTTPTransport, addresses: AddressGuard = .standard, fallback: Fallback = .none,
    environment: RuntimeEnvironment = .live
  ) {
    self.transport = transport
    self.addresses = addresses
    self.fallback = fallback
    self.environment = environment
  }

  /// Determines the authorization server of an API.
  ///
  /// - Parameters:
  ///   - resource: The API's address, as requests are sent to it.
  ///   - challenge: The challenge of the API's response to a request without a token; nil if there is
  ///     none.
  ///   - preferred: The issuer identifier that is used if the API's metadata still names it, such as
  ///     that of the stored session; else the first one is.
  /// - Throws: `unreadable` when a document is about another resource or issuer, names an address that
  ///   nothing may be sent to (`addressRefused`), or names no authorization server; else what the
  ///   transport throws.
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

  /// The protected resource metadata of an API; nil if it has none.
  ///
  /// If the challenge names the address of the metadata, only this one is requested. Else the
  /// well-known address of the API's whole path is tried, then that of its origin:
  /// [RFC 9728 §3.1](https://www.rfc-editor.org/rfc/rfc9728#section-3.1).
  ///
  /// - Parameters:
  ///   - resource: The API's address, as requests are sent to it.
  ///   - challenge: The challenge of the API's response; nil for a response without a challenge.
  /// - Throws: `unreadable` when a document is invalid or about another resource; `refused` or
  ///   `unreadable` with the status when the document that the challenge names is missing; else what
  ///   the transport throws.
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

  /// The metadata of an authorization server, from the first of its three well-known addresses that has
  /// a document: that of [RFC 8414 §3.1](https://www.rfc-editor.org/rfc/rfc8414#section-3.1), then
  /// those of OpenID Connect Discovery with the well-known path inserted before and appended to the
  /// path of the issuer.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier, as the API's metadata names it.
  ///   - resource: The API's address, which the addresses are checked against.
  /// - Throws: `discoveryMismatch` when a document is another issuer's: no other address is tried then;
  ///   `addressRefused` when an endpoint is at an address that nothing may be sent to; `unreadable`
  ///   with `metadataMalformed` when there is no document; else what the transport throws.
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
        try addresses.check(metadata, namedBy: resource)
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
      try addresses.check(metadata, namedBy: resource)
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
    return (400..<500).contains(status) && status != 408 && status != 429
  }
}
