// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension CallbackClient {
  /// Takes over the token that NXOAuth2Client kept for this app, so that no user has to sign in again. Did get
  /// follows.
  ///
  /// Its scopes and its type are those that were kept with it. Where the archive has no scopes, it is used as if
  /// it had those of this client, so that ``requestAccess()`` finds it.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - subject: Whose token it is. Without it, what the kept reply says by the provider's subject member, or
  ///     the name that sessions are stored under here.
  ///   - check: Whether the provider is asked.
  /// - Returns: The session, stored.
  /// - Throws: As `Client.adopt(_:subject:scopes:storedAs:check:)`; nothing is stored then. The delegate is
  ///   told as well.
  @discardableResult
  public func takeOver(
    _ token: NXArchivedToken, subject: String? = nil, check: ImportCheck = .trustingCaller
  ) async throws(OAuthError) -> Session {
    try begin()
    return try await finish(.archive(token, subject: subject, check))
  }
}

extension Client {
  /// Makes a session of a token that NXOAuth2Client kept.
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
