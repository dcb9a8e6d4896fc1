// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client proves to the token endpoint who it is.
///
/// Specification: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3), names of
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2).
public enum ClientAuthentication: Sendable {
  /// Not at all: a public client, which only names itself.
  case none
  /// With id and secret in the `Authorization` field: `client_secret_basic`.
  case basic(Secret)
  /// With id and secret in the form: `client_secret_post`.
  case post(Secret)
  /// With a JWT that the secret authenticates: `client_secret_jwt`. The secret isn't sent, but both sides have
  /// it.
  case clientSecretJWT(Secret, ClientAssertion)
  /// With a JWT that the client's own key signs: `private_key_jwt`. The secret never leaves this machine.
  case privateKeyJWT(SigningKey, ClientAssertion)
  /// With the word of the app's maker and a key of this instance: `attest_jwt_client_auth`, a draft.
  case attestation(ClientAttestation)
  /// With a TLS certificate that an authority issued: `tls_client_auth`. The transport shows it.
  case tls
  /// With a TLS certificate of the client's own making: `self_signed_tls_client_auth`. The transport shows it.
  case selfSignedTLS
  /// With a signature over the request by the secret: OCLC's WSKey.
  case wskey(Secret)

  /// The registered name of the method.
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
    case .wskey: "wskey_hmac"
    }
  }

  /// Whether the client proves itself by the certificate of its connections.
  public var usesCertificate: Bool {
    switch self {
    case .tls, .selfSignedTLS: true
    case .none, .basic, .post, .clientSecretJWT, .privateKeyJWT, .attestation, .wskey: false
    }
  }

  /// The secret, when there is one that both sides have.
  public var secret: Secret? {
    switch self {
    case .none, .privateKeyJWT, .attestation, .tls, .selfSignedTLS: nil
    case .basic(let secret), .post(let secret), .clientSecretJWT(let secret, _), .wskey(let secret):
      secret
    }
  }
}
