// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckFoundation

/// A client that is registered at this authorization server.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2)
public struct RegisteredClient: Sendable, Equatable {
  /// Whether a client may be used. Every request of a disabled client is refused.
  public enum Standing: String, Sendable { case active, disabled }

  /// The client identifier: compared byte by byte.
  public var id: String
  /// The name that users read on the consent page.
  public var name: String
  /// The redirect URIs, compared byte by byte. An `http` URI on a loopback address matches any port.
  public var redirectURIs: [String]
  /// `none`, `client_secret_basic`, `client_secret_post` or `private_key_jwt`.
  public var authenticationMethod: String
  /// The digest of the client secret; nil for a public client.
  public var secretDigest: TokenDigest?
  /// The grant types that it may use: `authorization_code`, `refresh_token` and others.
  public var grantTypes: [String]
  /// The scopes that it may request.
  public var scopes: [String]
  /// The algorithm that its ID tokens are signed with.
  public var idTokenAlgorithm: SignatureAlgorithm
  /// Whether users are asked for consent.
  public var consent: ConsentPolicy
  /// The lifetime of its access tokens in seconds; nil for ``IssuerSettings/accessTokenLifetime``.
  public var accessTokenLifetime: Int?
  /// Whether it may be used.
  public var standing: Standing
  /// The further client metadata that it registered.
  public var metadata = Metadata()
  /// The digest of its registration access token
  /// ([RFC 7592 §1.2](https://www.rfc-editor.org/rfc/rfc7592#section-1.2)); nil when the client cannot change its
  /// registration.
  public var registrationTokenDigest: TokenDigest?
  /// When it registered itself; nil when the operator entered it.
  public var registeredAt: Date?

  /// Creates a client, without further metadata.
  ///
  /// - Parameters:
  ///   - id: The client identifier, compared byte by byte.
  ///   - name: The name that users read on the consent page.
  ///   - redirectURIs: The redirect URIs. An `http` URI on a loopback address matches any port.
  ///   - authenticationMethod: `none`, `client_secret_basic`, `client_secret_post` or `private_key_jwt`.
  ///   - secretDigest: The digest of the client secret; nil for a client without one.
  ///   - grantTypes: The values of `grant_type` that it may use.
  ///   - scopes: The scopes that it may request.
  ///   - idTokenAlgorithm: The algorithm that its ID tokens are signed with; RS256 unless given.
  ///   - consent: Whether users are asked for consent; they are unless given.
  ///   - accessTokenLifetime: The lifetime of its access tokens in seconds; nil for that of the settings.
  ///   - standing: Whether it may be used; active unless given.
  public init(
    id: String, name: String, redirectURIs: [String], authenticationMethod: String,
    secretDigest: TokenDigest? = nil, grantTypes: [String], scopes: [String],
    idTokenAlgorithm: SignatureAlgorithm = .rs256, consent: ConsentPolicy = .ask,
    accessTokenLifetime: Int? = nil, standing: Standing = .active
  ) {
    self.id = id
    self.name = name
    self.redirectURIs = redirectURIs
    self.authenticationMethod = authenticationMethod
    self.secretDigest = secretDigest
    self.grantTypes = grantTypes
    self.scopes = scopes
    self.idTokenAlgorithm = idTokenAlgorithm
    self.consent = consent
    self.accessTokenLifetime = accessTokenLifetime
    self.standing = standing
  }
}

/// Whether a user is asked for consent before a client receives tokens.
public enum ConsentPolicy: String, Sendable {
  /// The user approves or denies on a page.
  case ask
  /// The client belongs to the operator, and the user is not asked.
  case implied
}
