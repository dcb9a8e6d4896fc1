// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Which social accounts are linked to the user: `GET /api/v2/sdk/social`.
public struct SocialAccountsCall: IDaaSCall {
  /// `GET`
  public static let method = HTTPRequest.Method.get
  /// `/api/v2/sdk/social`
  public static let path = "/api/v2/sdk/social"

  /// Who is signed in.
  public let idToken: Secret

  /// A call.
  public init(idToken: Secret) { self.idToken = idToken }

  /// The field.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.setBearer(idToken)
    return message
  }

  /// Reads the field.
  public init(_ message: CallMessage) throws(Refusal) { idToken = try message.requiredBearer() }

  /// Reads the list.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> [SocialAccount] {
    guard let list = json.arrayValue else { throw .unusable("body") }
    var accounts: [SocialAccount] = []
    for element in list { accounts.append(try SocialAccount(json: element.object())) }
    return accounts
  }

  /// Writes the list.
  public static func json(_ reply: [SocialAccount]) -> JSONValue {
    .array(reply.map { .object($0.json) })
  }
}
