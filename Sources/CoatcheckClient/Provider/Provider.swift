// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// The provider that users sign in with: an issuer's endpoints and capabilities, as data.
public struct Provider: Sendable {
  /// The name that users see.
  public let name: String
  /// The name that was given at creation, by which accounts can be found; nil where only the issuer
  /// identifier is known.
  public let profile: String?
  /// The metadata of the authorization server: endpoints and capabilities.
  public let metadata: ServerMetadata
  /// How long before its expiry an access token of the provider is replaced, in seconds from 0 to 600;
  /// nil for the choice of the client.
  public var leeway: TimeInterval?
  /// The deviations of the authorization server from the specifications.
  public var dialect: Dialect

  /// Creates a provider whose metadata is known.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the authorization server.
  ///   - name: The name that users see and accounts are found by; nil for the issuer identifier.
  ///   - leeway: How long before its expiry an access token is replaced, in seconds, where the
  ///     provider's documentation says so.
  ///   - dialect: The deviations of the authorization server from the specifications.
  public init(
    metadata: ServerMetadata, name: String? = nil, leeway: TimeInterval? = nil,
    dialect: Dialect = .standard
  ) {
    self.metadata = metadata
    self.dialect = dialect
    self.leeway = leeway
    profile = name
    self.name = name ?? metadata.issuer.text
  }

  /// Requests the metadata of an authorization server.
  ///
  /// [OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig),
  /// and where there is no such document
  /// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3).
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier, an absolute URL, exactly as the provider writes it.
  ///   - name: The name that users see; nil for the issuer identifier.
  ///   - transport: Sends the request.
  ///   - environment: The wall clock for the responses.
  /// - Throws: `misused` when the identifier is invalid; `discoveryMismatch` when the document is
  ///   another issuer's, in which case nothing in it was used; `unreadable` when the document is
  ///   invalid; else what the transport throws.
  public static func discover(
    _ issuer: String, name: String? = nil, transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) -> Provider {
    let cache = MetadataCache(transport: transport, environment: environment)
    return Provider(metadata: try await cache.metadata(of: Issuer(issuer)), name: name)
  }

  /// An address without the slashes at its end.
  package static func base(_ text: String) -> String {
    var base = text
    while base.hasSuffix("/") { base.removeLast() }
    return base
  }
}
