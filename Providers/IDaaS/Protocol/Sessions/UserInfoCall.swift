// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the profile of the signed-in user: `GET /api/v1/oauth2/userinfo`.
public struct UserInfoCall: BearerCall {
  /// `/api/v1/oauth2/userinfo`
  public static let path = "/api/v1/oauth2/userinfo"

  /// The ID token of the signed-in user.
  public let idToken: Secret

  /// Creates the call.
  public init(idToken: Secret) { self.idToken = idToken }

  /// Reads the members from the response body: `id`, `userName`, `name`, `email`, `mobile`.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> JSONObject {
    try json.object()
  }

  /// Writes the members as the response body.
  public static func json(_ reply: JSONObject) -> JSONValue { .object(reply) }
}
