// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Who may register clients, and which grants and scopes such clients may use.
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
    /// `because` is the operator's reason; it has no effect.
    case open(because: String)
  }

  /// Who may register. Closed unless set.
  public var access = Access.off
  /// The grant types that such a client may register; others are left out.
  public var grantTypes = ["authorization_code", "refresh_token", DeviceTokenExchange.grantType]
  /// The scopes that such a client may register; others are left out.
  public var scopes = ["openid", "profile", "email", "address", "phone", "offline_access"]
  /// The maximum number of redirect URIs of one client. 20.
  public var redirectURIs = 20
  /// The maximum number of registrations and changes of one address within
  /// ``IssuerSettings/attemptWindow``. 20.
  public var attempts = 20

  /// Creates a policy under which registration is closed.
  public init() {}

  /// Whether registration is open at all.
  var isOpen: Bool {
    if case .off = access { false } else { true }
  }
}

/// An initial access token: it lets its bearer register clients. The operator hands it out.
///
/// [RFC 7591 §1.2](https://www.rfc-editor.org/rfc/rfc7591#section-1.2)
public struct InitialAccessToken: Sendable {
  /// The digest of the token. A token should have 128 random bits or more.
  public let digest: TokenDigest
  /// The maximum number of clients that it registers.
  public let uses: Int
  /// The first moment at which it is expired, by the wall clock.
  public let expiresAt: Date

  /// Creates the record of a token. The token itself is not kept.
  ///
  /// - Parameters:
  ///   - token: The token, with 128 random bits or more.
  ///   - uses: The maximum number of clients that it registers; 1 unless given.
  ///   - expiresAt: The first moment at which it is expired, by the wall clock.
  public init(_ token: Secret, uses: Int = 1, expiresAt: Date) {
    digest = TokenDigest(of: token)
    self.uses = uses
    self.expiresAt = expiresAt
  }
}
