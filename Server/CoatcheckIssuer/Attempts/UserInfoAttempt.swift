// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one userinfo request on its way through the pipeline.
struct UserInfoAttempt: Sendable {
  let accessToken: Secret
  /// How it was presented.
  let scheme: BearerChallenge.Scheme
  /// The proof of a key that came with it.
  let proof: DPoPProof.Received?

  // Established by the rules.
  var token: AccessToken?
  var client: RegisteredClient?
  var user: DirectoryUser?
  /// The sign-in it comes from.
  var family: RefreshFamily?
  var userInfo: UserInfo?

  /// The result.
  var reply: UserInfoReply?
}
