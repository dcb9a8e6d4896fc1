// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client and an issuer have agreed to protect their sign-ins, beyond what the metadata says.
///
/// ```swift
/// let client = Client(of: provider, id: "web", authentication: proof, profile: .fapi2)
/// ```
public struct SecurityProfile: Sendable {
  /// Where the issuer names itself.
  public enum IssuerNaming: Sendable, Hashable {
    /// In every callback, if its metadata says so.
    case asPromised
    /// In every callback, whatever its metadata says.
    case always
  }

  /// What access tokens are bound to.
  public enum TokenBinding: Sendable, Hashable {
    /// Nothing: whoever has one can use it.
    case none
    /// The TLS certificate that the transport shows (RFC 8705 §3).
    case certificate
  }

  /// How much has to be there before anybody is asked.
  public enum Strictness: Sendable, Hashable {
    /// What the specifications demand of every client.
    case standard
    /// What the FAPI 2.0 Security Profile demands: see ``SecurityProfile/fapi2``.
    case fapi2
  }

  /// Whether ID tokens may be authenticated by the client's secret.
  public enum SharedSecret: Sendable, Hashable {
    /// They may not: whoever makes them has a key of its own.
    case refused
    /// They are, by the algorithm that the client is registered for by name: everybody who has the secret can
    /// make one.
    case clientSecret(MACAlgorithm, because: String)
  }

  /// When requests are left with the issuer before the browser is opened.
  public var pushing = Pushing.whenRequired
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
  public var issuerNaming = IssuerNaming.asPromised
  /// What access tokens are bound to, besides what a DPoP key binds.
  public var tokenBinding = TokenBinding.none
  /// How much has to be there before anybody is asked.
  public var strictness = Strictness.standard

  /// What the specifications demand of every client.
  public init() {}

  /// What the specifications demand of every client.
  public static let standard = SecurityProfile()

  /// The FAPI 2.0 Security Profile: requests are pushed by a client that proves itself by a key or a
  /// certificate, codes are bound by PKCE, and the issuer names itself in every callback.
  ///
  /// Specification: [FAPI 2.0 Security Profile §5.3.3](https://openid.net/specs/fapi-security-profile-2_0-final.html).
  public static let fapi2: SecurityProfile = {
    var profile = SecurityProfile()
    profile.pushing = .always
    profile.issuerNaming = .always
    profile.strictness = .fapi2
    return profile
  }()
}

extension ServerMetadata {
  /// The endpoints as a client with this proof and profile reaches them: with a certificate, at the aliases for
  /// that.
  ///
  /// RFC 8705 §5: a client "intending to do mutual TLS (for OAuth client authentication and/or to acquire or use
  /// certificate-bound tokens)" uses the aliases.
  package func reached(
    by client: ClientIdentity, _ profile: SecurityProfile
  ) -> ServerMetadata {
    client.authentication.usesCertificate || profile.tokenBinding == .certificate
      ? forMutualTLS : self
  }
}

extension SecurityProfile {
  /// Checks what was given for a sign-in, before anything is sent.
  ///
  /// - Throws: `misused` naming what the profile lacks; `unreadable` when the issuer can't keep it.
  func check(
    _ client: ClientIdentity, _ dialect: Dialect, at metadata: ServerMetadata
  ) throws(OAuthError) {
    if case .clientSecret(_, let reason) = idTokenSecret, reason.isEmpty {
      throw .misused("because", "ID tokens by a shared secret need a reason.")
    }
    guard requestSigning != nil || !metadata.requiresSignedRequestObject else {
      throw .misused("profile", "The issuer wants signed requests, and nothing signs them.")
    }
    guard strictness == .fapi2 else { return }
    // FAPI 2.0 §5.3.3.1: "shall support client authentication using one or more of […] MTLS [or] the
    // private_key_jwt method".
    guard client.authentication.isAsymmetric else {
      throw .misused(
        "authentication", "FAPI 2.0 wants a client that proves itself by a key or a certificate.")
    }
    // "shall use PKCE […] with S256 as the code challenge method".
    guard case .s256 = dialect.proofKey else {
      throw .misused("dialect", "FAPI 2.0 wants PKCE.")
    }
    // "shall use pushed authorization requests".
    _ = try metadata.requiredPushingEndpoint
  }
}

extension ClientAuthentication {
  /// Whether the client has something the issuer doesn't have, and proves that.
  var isAsymmetric: Bool {
    switch self {
    case .privateKeyJWT, .tls, .selfSignedTLS: true
    case .none, .basic, .post, .clientSecretJWT, .attestation, .wskey: false
    }
  }
}
