// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Who may register clients, and what such clients may be.
///
/// [RFC 7591 §1.3](https://www.rfc-editor.org/rfc/rfc7591#section-1.3)
public struct RegistrationPolicy: Sendable {
  /// Who may register.
  public enum Access: Sendable {
    /// Registration is closed.
    case off
    /// Clients that present one of these tokens.
    case tokens([InitialAccessToken])
    /// Any sender that can reach the endpoint. The user is asked before such a client receives a token.
    case open(because: String)
  }

  /// Who may register.
  public var access = Access.off
  /// The grants such a client may use; others it asks for are left out.
  public var grantTypes = ["authorization_code", "refresh_token", DeviceTokenExchange.grantType]
  /// The scopes such a client may ask for; others are left out.
  public var scopes = ["openid", "profile", "email", "address", "phone", "offline_access"]
  /// The most redirect URIs of one client.
  public var redirectURIs = 20
  /// How many registrations and changes to them one address may send within a window of the issuer's.
  public var attempts = 20

  /// Registration is off.
  public init() {}

  /// Whether registration is open at all.
  var isOpen: Bool {
    if case .off = access { false } else { true }
  }
}

/// A token that lets its bearer register clients: the operator hands it out.
///
/// [RFC 7591 §1.2](https://www.rfc-editor.org/rfc/rfc7591#section-1.2)
public struct InitialAccessToken: Sendable {
  /// The digest of the token; best of 128 random bits or more.
  public let digest: TokenDigest
  /// The maximum number of clients it registers.
  public let uses: Int
  /// The first moment at which it is expired.
  public let expiresAt: Date

  /// Describes a token.
  public init(_ token: Secret, uses: Int = 1, expiresAt: Date) {
    digest = TokenDigest(of: token)
    self.uses = uses
    self.expiresAt = expiresAt
  }
}
