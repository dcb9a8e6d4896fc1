// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth

/// The session of one browser in which a user is signed in.
///
/// The tokens stay on the server. They are refreshed when that is necessary: once, however many
/// concurrent requests on however many servers need it.
public final class WebSession: Sendable {
  /// The signed-in user.
  public let user: WebUser
  /// The value that a form sends as `form_token` in a `POST` to the logout path, for browsers that do
  /// not state the origin of a request.
  public let formToken: Secret

  let tokens: WebSessionTokens
  let flow: String
  /// The path at which the user continued after the sign-in that opened the session.
  let returnPath: String
  let providerSession: String?
  /// How many seconds the session lasts without a request, as the server that opened it decided.
  let idle: TimeInterval?
  private let session: Session

  init(
    _ content: SessionContent, of record: WebSessionRecord, in store: any WebSessionStore,
    keys: WebKeys, runtime: ClientRuntime
  ) {
    var runtime = runtime
    // OIDC Core §12.2: a refreshed ID token's "sub Claim Value MUST be the same". With the ID token of
    // another user, the session ends.
    runtime.endsWithForeignIDToken = true
    user = content.user
    formToken = content.formToken
    flow = content.flow
    returnPath = content.returnPath
    providerSession = content.providerSession
    idle = content.idle
    tokens = WebSessionTokens(content, of: record, in: store, keys: keys, runtime: runtime)
    session = Session(content.tokens, store: tokens, runtime: runtime)
  }

  /// The account of the tokens.
  var account: AccountID { session.account }
  /// The key of the session's record.
  var key: String { tokens.key }

  /// An access token that can be used now. One that is about to expire is refreshed first.
  ///
  /// - Throws: An error whose `OAuthError.errorClass` decides what follows: `sessionEnded`, the user
  ///   has to sign in again; `transient`, it may work later, and the user stays signed in.
  public func accessToken() async throws(OAuthError) -> Secret { try await session.accessToken() }

  /// A transport that sends requests on behalf of the user, with a valid access token.
  public var authorized: AuthorizedTransport { AuthorizedTransport(session) }

  /// The site's own data in this session, as they were when the session was read or changed last; a
  /// JSON object.
  public var data: JSONObject { tokens.data }

  /// Changes the site's own data in this session: a few kilobytes that belong to this browser, such as
  /// a language or a basket. Data of the user are better stored under ``WebUser/id``.
  ///
  /// - Parameter change: Changes the data that are stored now. It is called again when another request,
  ///   on any server, has changed the session meanwhile.
  /// - Throws: `sessionEnded` when the user has signed out meanwhile; `misused` naming `data` when the
  ///   data are more than 16 KiB of JSON; `storeFailed` when they cannot be stored; `storeDamaged` when
  ///   the session cannot be decrypted. Nothing is changed then.
  public func update(
    _ change: @Sendable (inout JSONObject) -> Void
  ) async throws(OAuthError) { try await tokens.update(change) }

  /// The UserInfo claims of the user, requested at the provider.
  ///
  /// [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
  ///
  /// - Throws: `misused` when the provider has no UserInfo endpoint; `unreadable` when the response is
  ///   invalid; else as ``accessToken()``.
  public func userInfo() async throws(OAuthError) -> UserInfo { try await session.userInfo() }
}

extension WebSession: CustomStringConvertible {
  /// The name of the provider, without the user and the tokens.
  public var description: String { "WebSession(\(user.provider))" }
}
