// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How sign-ins of a client at an issuer are protected, beyond what the issuer's metadata says: what both
/// agreed upon at registration.
///
/// ```swift
/// let client = Client(of: provider, id: "web", store: store) {
///   $0.authentication = proof
///   $0.profile = .fapi2
/// }
/// ```
public struct SecurityProfile: Sendable {
  /// Which authorization responses must name their issuer as `iss`
  /// ([RFC 9207](https://www.rfc-editor.org/rfc/rfc9207)).
  public enum IssuerNaming: Sendable, Hashable {
    /// All, if the metadata says so (`authorization_response_iss_parameter_supported`).
    case asAdvertised
    /// All, whatever the metadata says.
    case always
  }

  /// What access tokens are bound to.
  public enum TokenBinding: Sendable, Hashable {
    /// Nothing: any holder can use one.
    case none
    /// The client's TLS certificate, which the transport presents
    /// ([RFC 8705 §3](https://www.rfc-editor.org/rfc/rfc8705#section-3)).
    case certificate
  }

  /// Which rules a sign-in must satisfy before the user is prompted.
  public enum Strictness: Sendable, Hashable {
    /// Those that the specifications have for every client.
    case standard
    /// Those of FAPI 1.0 Advanced: see ``SecurityProfile/fapi1(signedBy:)``.
    case fapi1
    /// Those of the FAPI 2.0 Security Profile: see ``SecurityProfile/fapi2``.
    case fapi2
  }

  /// Whether ID tokens may be authenticated by the client secret, and not signed by the issuer's key.
  public enum SharedSecret: Sendable, Hashable {
    /// They may not: the issuer has to sign them.
    case refused
    /// They are, with the algorithm that the client is registered for by name. Any holder of the secret can
    /// forge one, so that the text has to say why the client accepts that.
    case clientSecret(MACAlgorithm, because: String)
  }

  /// When authorization requests are pushed ([RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)).
  public var pushing = PARPolicy.whenRequired
  /// How authorization requests are signed ([RFC 9101](https://www.rfc-editor.org/rfc/rfc9101)); nil sends
  /// plain parameters.
  public var requestSigning: RequestObject?
  /// The algorithms of authorization responses in a JWT: the registered
  /// `authorization_signed_response_alg`. Nil accepts those that the metadata lists and this library
  /// implements, or RS256 when it lists none.
  public var responseAlgorithms: Set<SignatureAlgorithm>?
  /// How authorization responses in a JWT are encrypted for this client: with it, all of them have to be.
  /// Nil accepts signed ones only.
  public var responseDecryption: TokenDecryption?
  /// How ID tokens are encrypted for this client: with it, all of them have to be. Nil accepts signed ones
  /// only.
  public var idTokenDecryption: TokenDecryption?
  /// Whether ID tokens may be authenticated by the client secret.
  public var idTokenSecret = SharedSecret.refused
  /// Which authorization responses must name their issuer as `iss`.
  public var issuerNaming = IssuerNaming.asAdvertised
  /// What access tokens are bound to, besides a DPoP key.
  public var tokenBinding = TokenBinding.none
  /// Which rules a sign-in must satisfy before the user is prompted.
  public var strictness = Strictness.standard

  /// Creates the profile of a client without special agreements, equal to ``standard``.
  public init() {}

  /// What the specifications require of every client, and nothing else.
  public static let standard = SecurityProfile()

  /// FAPI 1.0 Advanced: authorization requests are signed, and so are their responses (in a JWT, or by an
  /// ID token beside the code: `HybridSignIn`). Access tokens are bound to the TLS certificate that the
  /// transport presents.
  ///
  /// [FAPI 1.0 Advanced §5.2.3](https://openid.net/specs/openid-financial-api-part-2-1_0.html#confidential-client).
  ///
  /// - Parameter key: The client's private key, which signs its requests.
  public static func fapi1(signedBy key: SigningKey) -> SecurityProfile {
    var profile = SecurityProfile()
    profile.requestSigning = RequestObject(signedBy: key)
    profile.tokenBinding = .certificate
    profile.strictness = .fapi1
    return profile
  }

  /// The FAPI 2.0 Security Profile: requests are pushed by a client that authenticates with a key or a
  /// certificate, codes are bound by PKCE, and every authorization response names its issuer.
  ///
  /// [FAPI 2.0 Security Profile §5.3.3](https://openid.net/specs/fapi-security-profile-2_0-final.html).
  public static let fapi2: SecurityProfile = {
    var profile = SecurityProfile()
    profile.pushing = .always
    profile.issuerNaming = .always
    profile.strictness = .fapi2
    return profile
  }()
}
