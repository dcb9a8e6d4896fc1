// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension IDaaS {
  /// Signs in with the access token of Weibo's own app. The service asks Weibo whether the token belongs
  /// to the user and was issued for this application.
  ///
  /// - Parameters:
  ///   - token: Weibo's access token.
  ///   - uid: Weibo's identifier of the user: up to 20 digits.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: `misused` naming `weiboToken` or `uid` before anything is sent; otherwise as
  ///   ``signIn(using:storedAs:)``.
  public func signIn(
    weiboToken token: Secret, uid: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try WeiboAppReply.check(token: token, uid: uid)
    return try await signIn(using: WeiboLogin(.token(token, uid: uid)), storedAs: name)
  }

  /// Signs in with a ticket that the service issued after its own exchange with Weibo.
  ///
  /// - Parameters:
  ///   - ticket: The ticket. It can be used once, within a minute.
  ///   - verifier: The code verifier of the request that the ticket answers.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: As ``signIn(using:storedAs:)``.
  public func signIn(
    ticket: Secret, verifier: Secret, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try await signIn(using: WeiboLogin(.ticket(ticket, verifier: verifier)), storedAs: name)
  }

  /// Signs in with Weibo's authorization code, for programs that receive the authorization response
  /// themselves.
  ///
  /// - Parameters:
  ///   - code: The authorization code. It can be used once.
  ///   - redirectURI: The redirect URI that Weibo sent the code to.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: As ``signIn(using:storedAs:)``.
  public func signIn(
    weiboCode code: Secret, redirectURI: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try await signIn(using: WeiboLogin(.code(code, redirectURI: redirectURI)), storedAs: name)
  }

  /// Signs in with any call that is a login, such as `PasswordLogin` or `MobileLogin`.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: The errors of ``perform(_:)``; `unreadable` when the ID token is invalid, and `storeFailed`
  ///   or `storeLocked` when the session cannot be stored: no user is signed in then.
  public func signIn<Call: IDaaSCall>(
    using call: Call, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome where Call.Reply == LoginReply {
    let site = try await site()
    return try await outcome(of: site.perform(call), site, storedAs: name)
  }
}
