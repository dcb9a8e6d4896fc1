// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The state of one token request on its way through the pipeline.
struct TokenAttempt: Sendable {
  let request: TokenRequest
  /// Where it came from: wrong secrets are counted per address.
  let source: String
  /// The proof of a key that came with it.
  let proof: DPoPProof.Received?

  // Established by the rules.
  var client: RegisteredClient?
  var code: AuthorizationCodeRecord?
  var device: DeviceRecord?
  var approval: DeviceApproval?
  /// The token that is exchanged, and who acts with the new one.
  var subject: AccessToken?
  /// The sign-in that the exchanged token comes from; nil for a client's own.
  var subjectFamily: RefreshFamily?
  var actor: JSONObject?
  var presented: OpaqueToken?
  var family: RefreshFamily?
  var scopes: [String] = []
  /// The APIs the token is for; empty for the issuer's own audience.
  var audience: [String] = []
  var user: DirectoryUser?
  var refreshToken: Secret?
  var refreshExpiry = Expiry.unknown

  /// The result.
  var grant: TokenGrant?
}
