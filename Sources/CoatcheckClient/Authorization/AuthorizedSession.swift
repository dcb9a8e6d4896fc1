// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// What an ``Authorizer`` gets to know about the session: what it may put on a request.
///
/// The refresh token is not part of it.
public struct AuthorizedSession: Sendable {
  /// Whose session it is.
  public let account: AccountID
  /// The client, with its credentials.
  public let client: ClientIdentity
  /// The access token.
  public let accessToken: Secret
  /// The type of the access token, as the issuer wrote it.
  public let tokenType: String
  /// The key that the tokens are bound to, if they are.
  public let dpopKey: SigningKey?
  /// What the access token is good for.
  public let scopes: [Scope]
  /// The name of the provider's profile, where the account came by one.
  public let provider: String?
  /// What the newest token reply said besides the tokens.
  public let extra: JSONObject
  /// What the app keeps with the account.
  public let appData: JSONObject

  /// What there is of a stored session.
  public init(_ stored: StoredSession) {
    account = stored.account
    client = stored.client
    accessToken = stored.accessToken
    tokenType = stored.tokenType
    dpopKey = stored.dpopKey
    scopes = stored.scopes
    provider = stored.provider
    extra = stored.extra
    appData = stored.appData
  }
}

extension AuthorizedSession: CustomStringConvertible, CustomReflectable {
  /// The account; no token.
  public var description: String { "AuthorizedSession(\(account.issuer), \(account.clientID))" }

  /// No token, and nothing that a provider or an app calls by a name of its own: that may be one.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "account": account, "scopes": scopes, "provider": provider as Any, "extra": extra.names,
      ])
  }
}
