// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension CallbackClient {
  /// Adopts a token that NXOAuth2Client stored for this app, so that its user does not have to sign in
  /// again. The delegate receives `clientDidGetAccess`.
  ///
  /// The scopes and the type of the token are those that were stored with it. Where the archive has no
  /// scopes, the token is used as if it had those of this client, so that ``requestAccess()`` finds it.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - subject: The subject of the token. With nil it is taken from the archived token response by the
  ///     subject member of the provider's dialect, else it is the name under which this client stores
  ///     sessions.
  ///   - check: Whether the UserInfo endpoint is requested to find out the subject.
  /// - Returns: The session, stored.
  /// - Throws: `misused` naming `client` when another sign-in is under way; else as
  ///   `Client.adopt(_:subject:scopes:storedAs:check:)`. Nothing is stored then, and the delegate
  ///   receives `didFailWith`.
  @discardableResult
  public func takeOver(
    _ token: NXArchivedToken, subject: String? = nil, check: ImportCheck = .trustingCaller
  ) async throws(OAuthError) -> Session {
    try begin()
    return try await finish(.archive(token, subject: subject, check))
  }
}

extension Client {
  /// Creates a session from a token that NXOAuth2Client stored.
  func adopt(
    _ token: NXArchivedToken, subject: String?, scopes: [Scope], storedAs name: String?,
    check: ImportCheck
  ) async throws(OAuthError) -> Session {
    let grant = token.grant(
      receivedAt: environment.now(), defaultType: provider.dialect.defaultTokenType ?? "OAuth")
    return try await adopt(
      grant, subject: subject ?? provider.dialect.subject(in: grant) ?? name, scopes: scopes,
      storedAs: name, check: check)
  }
}
