// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Who is signed in, as the server knows now: `GET /api/v1/oauth2/userinfo`.
public struct UserInfoCall: BearerCall {
  /// `/api/v1/oauth2/userinfo`
  public static let path = "/api/v1/oauth2/userinfo"

  /// Who is signed in.
  public let idToken: Secret

  /// A call.
  public init(idToken: Secret) { self.idToken = idToken }

  /// Reads the members: `id`, `userName`, `name`, `email`, `mobile`.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> JSONObject {
    try json.object()
  }

  /// Writes the members.
  public static func json(_ reply: JSONObject) -> JSONValue { .object(reply) }
}
