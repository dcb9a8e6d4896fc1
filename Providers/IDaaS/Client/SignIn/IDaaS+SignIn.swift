// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension IDaaS {
  /// Signs in with what Weibo's own app gave: its token, and whose it is. The service asks Weibo whether both
  /// are true, and whether the token was made for our application.
  ///
  /// - Parameters:
  ///   - token: Weibo's access token.
  ///   - uid: Whose it is, as Weibo said.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Throws: `misused` naming `weiboToken` or `uid` before anything is sent; else as ``perform(_:)``.
  public func signIn(
    weiboToken token: Secret, uid: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try WeiboAppReply.check(token: token, uid: uid)
    return try await signIn(using: WeiboLogin(.token(token, uid: uid)), storedAs: name)
  }

  /// Signs in with a ticket, which the service gave after its own exchange with Weibo.
  ///
  /// - Parameters:
  ///   - ticket: The ticket; it can be used once, for a minute.
  ///   - verifier: The proof that this installation asked for it.
  ///   - name: The name the session is stored under; without it, the user's id.
  public func signIn(
    ticket: Secret, verifier: Secret, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try await signIn(using: WeiboLogin(.ticket(ticket, verifier: verifier)), storedAs: name)
  }

  /// Signs in with Weibo's code, for programs that receive it themselves.
  ///
  /// - Parameters:
  ///   - code: The code; it can be used once.
  ///   - redirectURI: Where Weibo sent it.
  ///   - name: The name the session is stored under; without it, the user's id.
  public func signIn(
    weiboCode code: Secret, redirectURI: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    try await signIn(using: WeiboLogin(.code(code, redirectURI: redirectURI)), storedAs: name)
  }

  /// Signs in by any call that is a login.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Throws: As ``perform(_:)``; `unreadable` when the ID token must not be believed: no user is signed in.
  public func signIn<Call: IDaaSCall>(
    using call: Call, storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome where Call.Reply == LoginReply {
    let site = try await site()
    return try await outcome(of: site.perform(call), site, storedAs: name)
  }
}
