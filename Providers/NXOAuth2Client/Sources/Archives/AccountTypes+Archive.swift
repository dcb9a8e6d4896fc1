// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

extension AccountTypes {
  /// Adopts an account that NXOAuth2Client stored for this app, so that its user does not have to sign in
  /// again.
  ///
  /// The session is stored under the account's old identifier. What the app kept with the account is
  /// `userData` in its app data.
  ///
  /// - Parameter account: The account, from ``NXArchivedAccount/all(parsing:)``.
  /// - Returns: The session, stored; nil when the account had lost its token.
  /// - Throws: `misused` naming `type` when the account type was not set; `storeFailed` or `storeLocked`
  ///   when the store cannot be written. Nothing is stored then; only if the app data cannot be written,
  ///   the session is stored without it.
  @discardableResult
  public func takeOver(_ account: NXArchivedAccount) async throws(OAuthError) -> Session? {
    guard let token = account.token else { return nil }
    let client = try client(account.accountType)
    let grant = token.grant(
      receivedAt: client.environment.now(),
      defaultType: client.provider.dialect.defaultTokenType ?? "OAuth")
    // If the service returns a subject, the user has the same account after the next sign-in.
    let subject = client.provider.dialect.subject(in: grant) ?? account.identifier
    let session = try await client.adopt(
      token, subject: subject, scopes: scopes(of: account.accountType),
      storedAs: account.identifier, check: .trustingCaller)
    guard let userData = account.userData else { return session }
    try await accounts.update(session.account) { $0.appData["userData"] = userData }
    return try await self.session(session.account)
  }
}
