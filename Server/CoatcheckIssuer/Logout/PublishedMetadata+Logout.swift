// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension IssuerSettings {
  /// Sets the metadata of the logout endpoint, and of back-channel and front-channel logout.
  ///
  /// [RP-Initiated Logout
  /// §2.1](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#OPMetadata),
  /// [Back-Channel Logout
  /// §2.1](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCSupport),
  /// [Front-Channel Logout
  /// §3](https://openid.net/specs/openid-connect-frontchannel-1_0.html#OPLogout)
  func publishLogout(
    in metadata: inout ServerMetadata, tellingClients tellsClients: Bool
  ) throws(OAuthError) {
    metadata.endSessionEndpoint = try Endpoint(issuer.text + "/logout")
    metadata.backchannelLogoutSupported = tellsClients
    metadata.backchannelLogoutSessionSupported = tellsClients
    metadata.frontchannelLogoutSupported = true
    metadata.frontchannelLogoutSessionSupported = true
  }
}
