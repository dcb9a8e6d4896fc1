// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The state of one token request on its way through the pipeline.
struct TokenAttempt: Sendable {
  let request: TokenRequest
  /// The source address: wrong secrets are counted per address.
  let source: String
  /// The DPoP proof of the request; nil without one.
  let proof: DPoPProof.Received?

  // Established by the rules.
  var client: RegisteredClient?
  var code: AuthorizationCodeRecord?
  var device: DeviceRecord?
  var approval: DeviceApproval?
  /// Token exchange: the subject token, and the `act` claim of the new token.
  var subject: AccessToken?
  /// Token exchange: the family of the subject token; nil for a token that a client got for itself.
  var subjectFamily: RefreshFamily?
  var actor: JSONObject?
  var presented: OpaqueToken?
  var family: RefreshFamily?
  var scopes: [String] = []
  /// The `aud` of the token; empty for ``IssuerSettings/audience``.
  var audience: [String] = []
  var user: DirectoryUser?
  var refreshToken: Secret?
  var refreshExpiry = Expiry.unknown

  /// The result.
  var grant: TokenGrant?
}
