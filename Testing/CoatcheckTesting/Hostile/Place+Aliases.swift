// SPDX-License-Identifier: Apache-2.0

extension HostileProvider.Place {
  /// The endpoints that have aliases for clients with a certificate, by their names in the metadata.
  static let aliased: [String: HostileProvider.Place] = [
    "token_endpoint": .token, "userinfo_endpoint": .userInfo, "revocation_endpoint": .revocation,
    "pushed_authorization_request_endpoint": .pushedAuthorization,
    "backchannel_authentication_endpoint": .backchannelAuthentication,
    "registration_endpoint": .registration,
  ]
}

extension HostileClient {
  /// Whether it authenticates by a TLS certificate.
  var showsCertificate: Bool {
    ["tls_client_auth", "self_signed_tls_client_auth"].contains(authenticationMethod)
  }
}
