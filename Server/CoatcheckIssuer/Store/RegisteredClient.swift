// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckFoundation

/// An application which may ask this issuer for tokens.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2)
public struct RegisteredClient: Sendable, Equatable {
  /// Whether the application is in use.
  public enum Standing: String, Sendable { case active, disabled }

  /// The client identifier: compared byte by byte.
  public var id: String
  /// The name that users read on the consent page.
  public var name: String
  /// Where answers may be sent. An entry on a loopback address fits any port.
  public var redirectURIs: [String]
  /// `none`, `client_secret_basic`, `client_secret_post` or `private_key_jwt`.
  public var authenticationMethod: String
  /// The digest of the client secret; nil for a public client.
  public var secretDigest: TokenDigest?
  /// The grants it may use, by their `grant_type`: `authorization_code`, `refresh_token` and others.
  public var grantTypes: [String]
  /// The scopes it may ask for.
  public var scopes: [String]
  /// What its ID tokens are signed with.
  public var idTokenAlgorithm: SignatureAlgorithm
  /// Whether users are asked before it gets anything.
  public var consent: ConsentPolicy
  /// The lifetime of its access tokens in seconds; nil for the issuer's own figure.
  public var accessTokenLifetime: Int?
  /// Whether it is in use.
  public var standing: Standing
  /// What else it registered.
  public var metadata = Metadata()
  /// The digest of the token with which it reads and changes its own registration
  /// ([RFC 7592 §1.2](https://www.rfc-editor.org/rfc/rfc7592#section-1.2)); nil when it cannot.
  public var registrationTokenDigest: TokenDigest?
  /// When it registered itself; nil when the operator entered it.
  public var registeredAt: Date?

  /// Describes a client.
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

/// Whether a user is asked before a client gets their data.
public enum ConsentPolicy: String, Sendable {
  /// The user approves or denies on a page.
  case ask
  /// The client belongs to the operator, and the user is not asked.
  case implied
}
