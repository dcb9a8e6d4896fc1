// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth

/// The session of one browser in which a user is signed in.
///
/// The tokens stay on the server. What is asked for here is refreshed when it has to be: once, however many
/// requests on however many servers ask at the same time.
public final class WebSession: Sendable {
  /// Who is signed in.
  public let user: WebUser
  /// What a form sends as `form_token` with a POST to the logout path, for browsers that say nothing of a request's
  /// origin.
  public let formToken: Secret

  let tokens: WebSessionTokens
  let flow: String
  /// Where the sign-in that opened it went on to.
  let returnPath: String
  let providerSession: String?
  private let session: Session

  init(
    _ content: SessionContent, of record: WebSessionRecord, in store: any WebSessionStore,
    keys: WebKeys, runtime: ClientRuntime
  ) {
    var runtime = runtime
    // OIDC Core §12.2: a refreshed ID token's "sub Claim Value MUST be the same". The page must not go on as
    // the user that it is not.
    runtime.endsWithForeignIDToken = true
    user = content.user
    formToken = content.formToken
    flow = content.flow
    returnPath = content.returnPath
    providerSession = content.providerSession
    tokens = WebSessionTokens(content, of: record, in: store, keys: keys, runtime: runtime)
    session = Session(content.tokens, store: tokens, runtime: runtime)
  }

  /// Whose tokens they are.
  var account: AccountID { session.account }
  /// The key of the session's record.
  var key: String { tokens.key }

  /// An access token that can be used now.
  ///
  /// - Throws: An error whose `OAuthError.errorClass` decides what follows: `sessionEnded`, the user has to sign
  ///   in again; `transient`, it may work later, and the user stays signed in.
  public func accessToken() async throws(OAuthError) -> Secret { try await session.accessToken() }

  /// What sends requests on behalf of the user, with an access token that is good.
  public var authorized: AuthorizedTransport { AuthorizedTransport(session) }

  /// What the site keeps in this session, as it was when the session was read last.
  public var data: JSONObject { tokens.data }

  /// Changes what the site keeps in this session: a few kilobytes that belong to this browser, such as a language or
  /// a basket. What belongs to the user is better kept under ``WebUser/id``.
  ///
  /// - Parameter change: Changes the data that are stored now. It is called again when another request has changed
  ///   the session meanwhile, on whatever server.
  /// - Throws: `sessionEnded` when the user has signed out meanwhile; `misused` when the data are more than 16 KiB;
  ///   `storeFailed` when they cannot be stored. Nothing is changed then.
  public func update(
    _ change: @Sendable (inout JSONObject) -> Void
  ) async throws(OAuthError) { try await tokens.update(change) }

  /// The claims of the user at the provider's userinfo endpoint.
  ///
  /// - Throws: `misused` when the issuer has none; else as ``accessToken()``.
  public func userInfo() async throws(OAuthError) -> UserInfo { try await session.userInfo() }
}

extension WebSession: CustomStringConvertible {
  /// The provider, without the user and the tokens.
  public var description: String { "WebSession(\(user.provider))" }
}
