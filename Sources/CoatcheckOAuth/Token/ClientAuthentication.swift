// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client authenticates at the endpoints of an authorization server.
///
/// [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3); the method names are those of
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2).
public enum ClientAuthentication: Sendable {
  /// Not at all: a public client, which sends only its id.
  case none
  /// With id and secret in the `Authorization` field: `client_secret_basic`
  /// ([RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1)).
  case basic(Secret)
  /// With id and secret in the form: `client_secret_post`
  /// ([RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1)).
  case post(Secret)
  /// With a JWT that the secret authenticates: `client_secret_jwt`
  /// ([RFC 7523 §2.2](https://www.rfc-editor.org/rfc/rfc7523#section-2.2)). The secret is not sent, but the
  /// server has to know it.
  case clientSecretJWT(Secret, ClientAssertion)
  /// With a JWT that the client's own key signs: `private_key_jwt`
  /// ([RFC 7523 §2.2](https://www.rfc-editor.org/rfc/rfc7523#section-2.2)). The private key is not sent.
  case privateKeyJWT(SigningKey, ClientAssertion)
  /// With an attestation of the app's vendor and a key of this instance: `attest_jwt_client_auth`, a draft.
  case attestation(ClientAttestation)
  /// With a TLS certificate that an authority issued: `tls_client_auth`
  /// ([RFC 8705 §2.1](https://www.rfc-editor.org/rfc/rfc8705#section-2.1)). The transport presents it.
  case tls
  /// With a TLS certificate that the client signed itself: `self_signed_tls_client_auth`
  /// ([RFC 8705 §2.2](https://www.rfc-editor.org/rfc/rfc8705#section-2.2)). The transport presents it.
  case selfSignedTLS
  /// With a signature of each request by the client secret, in the scheme of one provider. Seen at OCLC.
  case hmacSignature(Secret, HMACSignatureScheme)

  /// The registered name of the method, a value of `token_endpoint_auth_method`.
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

  /// Whether the client authenticates with its TLS certificate.
  public var usesCertificate: Bool {
    switch self {
    case .tls, .selfSignedTLS: true
    case .none, .basic, .post, .clientSecretJWT, .privateKeyJWT, .attestation, .hmacSignature: false
    }
  }

  /// The client secret, which the server knows too; nil for a method without one.
  public var secret: Secret? {
    switch self {
    case .none, .privateKeyJWT, .attestation, .tls, .selfSignedTLS: nil
    case .basic(let secret), .post(let secret), .clientSecretJWT(let secret, _),
      .hmacSignature(let secret, _):
      secret
    }
  }
}
