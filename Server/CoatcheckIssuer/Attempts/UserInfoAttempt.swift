// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one userinfo request on its way through the pipeline.
struct UserInfoAttempt: Sendable {
  let accessToken: Secret
  /// The scheme under which the token was presented: `Bearer` or `DPoP`.
  let scheme: BearerChallenge.Scheme
  /// The DPoP proof of the request; nil without one.
  let proof: DPoPProof.Received?

  // Established by the rules.
  var token: AccessToken?
  var client: RegisteredClient?
  var user: DirectoryUser?
  /// The family of the token.
  var family: RefreshFamily?
  var userInfo: UserInfo?

  /// The result.
  var reply: UserInfoReply?
}
