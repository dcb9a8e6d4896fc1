// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client authenticates at the token endpoint.
///
/// [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3), names of
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2).
public enum ClientAuthentication: Sendable {
  /// Not at all: a public client, which sends only its id.
  case none
  /// With id and secret in the `Authorization` field: `client_secret_basic`.
  case basic(Secret)
  /// With id and secret in the form: `client_secret_post`.
  case post(Secret)
  /// With a JWT that the secret authenticates: `client_secret_jwt`. The secret is not sent, but both sides
  /// have it.
  case clientSecretJWT(Secret, ClientAssertion)
  /// With a JWT that the client's own key signs: `private_key_jwt`. The secret never leaves this machine.
  case privateKeyJWT(SigningKey, ClientAssertion)
  /// With an attestation of the app's vendor and a key of this instance: `attest_jwt_client_auth`, a draft.
  case attestation(ClientAttestation)
  /// With a TLS certificate that an authority issued: `tls_client_auth`. The transport presents it.
  case tls
  /// With a TLS certificate that the client signed itself: `self_signed_tls_client_auth`. The transport presents it.
  case selfSignedTLS
  /// With a signature over the request by the secret, in the scheme of one provider. Seen at OCLC.
  case hmacSignature(Secret, HMACSignatureScheme)

  /// The name of the method.
  public var method: String {
    switch self {
    case .none: "none"
    case .basic: "client_secret_basic"
    case .post: "client_secret_post"
    case .clientSecretJWT: "client_secret_jwt"
    case .privateKeyJWT: "private_key_jwt"
    case .attestation: "attest_jwt_client_auth"
    case .tls: "tls_client_auth"
    case .selfSignedTLS: "self_signed_tls_client_auth"
    case .hmacSignature(_, let scheme): scheme.method
    }
  }

  /// Whether the client authenticates with the certificate of its connections.
  public var usesCertificate: Bool {
    switch self {
    case .tls, .selfSignedTLS: true
    case .none, .basic, .post, .clientSecretJWT, .privateKeyJWT, .attestation, .hmacSignature: false
    }
  }

  /// The secret that both sides have; nil without one.
  public var secret: Secret? {
    switch self {
    case .none, .privateKeyJWT, .attestation, .tls, .selfSignedTLS: nil
    case .basic(let secret), .post(let secret), .clientSecretJWT(let secret, _),
      .hmacSignature(let secret, _):
      secret
    }
  }
}
