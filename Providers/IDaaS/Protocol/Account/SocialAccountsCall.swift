// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Lists the social accounts that are linked to the signed-in user: `GET /api/v2/sdk/social`.
public struct SocialAccountsCall: BearerCall {
  /// `/api/v2/sdk/social`
  public static let path = "/api/v2/sdk/social"

  /// The ID token of the signed-in user.
  public let idToken: Secret

  /// Creates the call.
  public init(idToken: Secret) { self.idToken = idToken }

  /// Reads the list from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> [SocialAccount] {
    guard let list = json.arrayValue else { throw .unusable("body") }
    var accounts: [SocialAccount] = []
    for element in list { accounts.append(try SocialAccount(json: element.object())) }
    return accounts
  }

  /// Writes the list as the response body.
  public static func json(_ reply: [SocialAccount]) -> JSONValue {
    .array(reply.map { .object($0.json) })
  }
}
