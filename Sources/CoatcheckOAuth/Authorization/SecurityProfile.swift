// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client and an issuer have agreed to protect their sign-ins, beyond what the metadata says.
///
/// ```swift
/// let client = Client(of: provider, id: "web", store: store) {
///   $0.authentication = proof
///   $0.profile = .fapi2
/// }
/// ```
public struct SecurityProfile: Sendable {
  /// Where the issuer names itself.
  public enum IssuerNaming: Sendable, Hashable {
    /// In every callback, if its metadata says so.
    case asAdvertised
    /// In every callback, whatever its metadata says.
    case always
  }

  /// What access tokens are bound to.
  public enum TokenBinding: Sendable, Hashable {
    /// Nothing: any holder can use one.
    case none
    /// The TLS certificate that the transport shows (RFC 8705 §3).
    case certificate
  }

  /// What is required before the user is prompted.
  public enum Strictness: Sendable, Hashable {
    /// What the specifications demand of every client.
    case standard
    /// What FAPI 1.0 Advanced demands: see ``SecurityProfile/fapi1(signedBy:)``.
    case fapi1
    /// What the FAPI 2.0 Security Profile demands: see ``SecurityProfile/fapi2``.
    case fapi2
  }

  /// Whether ID tokens may be authenticated by the client's secret.
  public enum SharedSecret: Sendable, Hashable {
    /// They may not: their issuer has a key of its own.
    case refused
    /// They are, by the algorithm that the client is registered for by name: any holder of the secret can
    /// make one.
    case clientSecret(MACAlgorithm, because: String)
  }

  /// When requests are pushed.
  public var pushing = PARPolicy.whenRequired
  /// What signs requests; nil leaves them as they are.
  public var requestSigning: RequestObject?
  /// The algorithms of answers in a JWT: what is registered as `authorization_signed_response_alg`. Without
  /// it those that the metadata lists and this library has, else RS256.
  public var responseAlgorithms: Set<SignatureAlgorithm>?
  /// How answers in a JWT are encrypted for this client; nil for not at all. With it all of them have to be.
  public var responseDecryption: TokenDecryption?
  /// How ID tokens are encrypted for this client; nil for not at all. With it all of them have to be.
  public var idTokenDecryption: TokenDecryption?
  /// Whether ID tokens may be authenticated by the client's secret.
  public var idTokenSecret = SharedSecret.refused
  /// Where the issuer names itself.
  public var issuerNaming = IssuerNaming.asAdvertised
  /// What access tokens are bound to, besides what a DPoP key binds.
  public var tokenBinding = TokenBinding.none
  /// What is required before the user is prompted.
  public var strictness = Strictness.standard

  /// What the specifications demand of every client.
  public init() {}

  /// What the specifications demand of every client.
  public static let standard = SecurityProfile()

  /// FAPI 1.0 Advanced: requests are signed, so are the answers to them (in a JWT, or by an ID token beside the
  /// code: `HybridSignIn`), and access tokens are bound to the certificate that the transport shows.
  ///
  /// [FAPI 1.0 Advanced §5.2.3](https://openid.net/specs/openid-financial-api-part-2-1_0.html#confidential-client).
  ///
  /// - Parameter key: The client's key, which signs its requests.
  public static func fapi1(signedBy key: SigningKey) -> SecurityProfile {
    var profile = SecurityProfile()
    profile.requestSigning = RequestObject(signedBy: key)
    profile.tokenBinding = .certificate
    profile.strictness = .fapi1
    return profile
  }

  /// The FAPI 2.0 Security Profile: requests are pushed by a client that authenticates with a key or a
  /// certificate, codes are bound by PKCE, and the issuer names itself in every callback.
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
