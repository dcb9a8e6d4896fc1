// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// The provider that users sign in with: an issuer's endpoints and capabilities, as data.
public struct Provider: Sendable {
  /// The name that users see.
  public let name: String
  /// The name it was given, which accounts can be found by; nil where only its issuer identifier is
  /// known.
  public let profile: String?
  /// Its endpoints and abilities.
  public let metadata: ServerMetadata
  /// How many seconds before its end an access token of the provider is replaced, from 0 to 600;
  /// nil for the program's own choice.
  public var leeway: TimeInterval?
  /// How it bends the rules.
  public var dialect: Dialect

  /// A provider whose metadata is known.
  ///
  /// - Parameters:
  ///   - metadata: Its metadata.
  ///   - name: The name that users see; the issuer identifier unless given.
  ///   - leeway: How many seconds before its end an access token is replaced, where the provider's
  ///     documentation says so.
  ///   - dialect: How it bends the rules.
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

  /// Asks an issuer for its metadata.
  ///
  /// [OIDC Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig),
  /// and where there is no such document [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3).
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier, exactly as the provider writes it.
  ///   - name: The name that users see.
  ///   - transport: What sends the request.
  ///   - environment: The clock.
  /// - Throws: `misused` when the identifier is invalid; `discoveryMismatch` when the document is
  ///   another issuer's, in which case nothing in it was used; else what the transport threw.
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
