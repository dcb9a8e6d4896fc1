// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// The backchannel request that an ID token has to belong to.
struct BackchannelExpectation: Sendable {
  /// The identifier of the request (`auth_req_id`).
  let id: Secret
  /// When the request was sent, by the authorization server's clock.
  let beganAt: Date

  /// How many seconds before the request the ID token may have been issued, besides the leeway.
  private static let maximumLead: TimeInterval = 300

  /// Checks an ID token whose other claims are right.
  ///
  /// - Throws: `unreadable`, `OAuthError.Code.idTokenInvalid`, naming the claim.
  func check(_ token: IDToken, leeway: TimeInterval) throws(OAuthError) {
    // CIBA §10.3.1: the claim "MUST" be in an ID token that is pushed; wherever it is, it has to be
    // this request's.
    let name = "urn:openid:params:jwt:claim:auth_req_id"
    if let claimed = token.claims[name] {
      guard let text = claimed.stringValue, Secret(text).matches(id) else {
        throw .unreadable(.idTokenInvalid, "The ID token is for another request.", parameter: name)
      }
    }
    // The ID token is issued when the user has decided, so an older one is of another sign-in.
    guard token.issuedAt >= beganAt.addingTimeInterval(-leeway - Self.maximumLead) else {
      throw .unreadable(
        .idTokenInvalid, "The ID token is older than the request.", parameter: "iat")
    }
  }
}
