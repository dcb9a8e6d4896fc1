// SPDX-License-Identifier: Apache-2.0

extension HostileProvider.Place {
  /// The endpoints that clients with a certificate reach elsewhere, by the names of their members in the metadata.
  static let aliased: [String: HostileProvider.Place] = [
    "token_endpoint": .token, "userinfo_endpoint": .userInfo, "revocation_endpoint": .revocation,
    "pushed_authorization_request_endpoint": .pushedAuthorization,
    "backchannel_authentication_endpoint": .backchannelAuthentication,
    "registration_endpoint": .registration,
  ]
}

extension HostileClient {
  /// Whether it proves itself by the certificate of its connections.
  var showsCertificate: Bool {
    ["tls_client_auth", "self_signed_tls_client_auth"].contains(authenticationMethod)
  }
}
