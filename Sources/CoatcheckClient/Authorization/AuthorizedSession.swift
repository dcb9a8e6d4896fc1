// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The part of a session that an ``Authorizer`` may use to authorize a request.
///
/// The refresh token is not part of it.
public struct AuthorizedSession: Sendable {
  /// The account of the session: issuer, client and subject.
  public let account: AccountID
  /// The client, with its credentials.
  public let client: ClientIdentity
  /// The access token.
  public let accessToken: Secret
  /// The type of the access token, as the authorization server wrote it (`token_type`).
  public let tokenType: String
  /// The private key that the tokens are bound to; nil for bearer tokens.
  public let dpopKey: SigningKey?
  /// The scopes of the access token.
  public let scopes: [Scope]
  /// The name of the configured provider; nil where the account was stored without one.
  public let provider: String?
  /// The members of the newest token response that the specifications do not define.
  public let extra: JSONObject
  /// The data that the app stores with the account.
  public let appData: JSONObject

  /// Creates the view of a stored session.
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
  /// Issuer and client id, without tokens.
  public var description: String { "AuthorizedSession(\(account.issuer), \(account.clientID))" }

  /// Account, scopes, provider and the names of the extra members. Tokens and values of extra members
  /// are left out, since they may be secret.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "account": account, "scopes": scopes, "provider": provider as Any, "extra": extra.names,
      ])
  }
}
