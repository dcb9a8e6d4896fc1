// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ErrorResponseForm {
  /// Kii's errors: `errorCode` with `message`, or the specification's pair, or both in one object.
  ///
  /// Only an answer with an error status is one: Kii's services let apps store objects with any members.
  static func errorCode(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard head.status.code >= 400, body.count <= 64 << 10,
      let json = try? JSONObject(parsing: [UInt8](body))
    else { return nil }
    let own = json["errorCode"]?.stringValue
    let standard = json["error"]?.stringValue
    guard let name = standard ?? own else { return nil }
    return OAuthError(
      outcome: .refused,
      code: standard.map(OAuthError.Code.init(peer:)) ?? kiiCodes[name]
        ?? OAuthError.Code(peer: name),
      reason: "\(source) refused.",
      peerDescription: json["error_description"]?.stringValue ?? json["message"]?.stringValue,
      status: head.status.code, providerCode: own)
  }

  /// What the protocol calls Kii's errors. What isn't here keeps its own name.
  private static let kiiCodes: [String: OAuthError.Code] = [
    "WRONG_TOKEN": .invalidToken,
    // A refresh token that was used before, or is over: the session can't go on.
    "WRONG_REFRESH_TOKEN": .invalidGrant,
    "AUTHENTICATION_FAILED": .invalidGrant,
    "WRONG_PASSWORD": .invalidGrant,
    // It isn't the token that is wrong, and an administrator may let the person in again: nothing ends.
    "USER_DISABLED": .interactionRequired,
    "UNAUTHORIZED": .invalidClient,
    "APP_NOT_FOUND": .invalidClient,
    "APP_DISABLED": .unauthorizedClient,
    "OAUTH2_ERROR": .invalidRequest,
  ]
}
