// SPDX-License-Identifier: Apache-2.0

/// The client credentials of a request, not verified yet.
public enum PresentedAuthentication: Sendable {
  /// No credentials. A client that authenticates with its TLS certificate looks the same.
  case none
  /// A secret in the `Authorization` field: `client_secret_basic`.
  case basic(Secret)
  /// A secret in the form: `client_secret_post`.
  case post(Secret)
  /// A client assertion: `private_key_jwt` or `client_secret_jwt`.
  case assertion(ClientAssertion.Received)
  /// An attestation of a client instance, with its proof: `attest_jwt_client_auth`.
  case attestation(ClientAttestation.Received)

  /// The registered name of the method.
  public var method: String {
    switch self {
    case .none: "none"
    case .basic: "client_secret_basic"
    case .post: "client_secret_post"
    case .assertion(let assertion): assertion.method
    case .attestation: "attest_jwt_client_auth"
    }
  }

  /// The client secret; nil when none was sent.
  public var secret: Secret? {
    switch self {
    case .none, .assertion, .attestation: nil
    case .basic(let secret), .post(let secret): secret
    }
  }
}
