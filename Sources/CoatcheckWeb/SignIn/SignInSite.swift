// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// What the routes of a website's sign-in share.
final class SignInSite: Sendable {
  let paths: WebPaths
  let providers: [WebProvider]
  let options: WebSignInOptions
  let store: any WebSessionStore
  let keys: WebKeys
  let cookies: CookieRules
  let flows: FlowCookies
  let sessionCookie: SessionCookie
  let contexts: ProviderContexts
  let live = LiveSessions()

  init(
    origin: String, providers: [WebProvider], store: any WebSessionStore, keys: WebKeys,
    transport: any HTTPTransport, options: WebSignInOptions
  ) throws(OAuthError) {
    paths = try WebPaths(origin: origin, prefix: options.prefix)
    guard !providers.isEmpty else {
      throw .misused("providers", "There is no provider to sign in with.")
    }
    for provider in providers { try provider.check() }
    // RFC 9700 §4.4: one redirect URI for each issuer tells whose callback it is.
    let names = providers.map(\.name) + options.connections.map(\.name)
    guard Set(names).count == names.count else {
      throw .misused("providers", "Two providers or connections have the same name.")
    }
    for connection in options.connections {
      try connection.check(redirectURI: paths.callback(connection.name))
    }
    if options.cookies == .plainOnLoopback, !paths.isPlainLoopback {
      throw .misused("cookies", "Cookies without protection are for a loopback origin only.")
    }
    self.providers = providers
    self.options = options
    self.store = store
    self.keys = keys
    cookies = CookieRules(isSecure: options.cookies == .required)
    flows = FlowCookies(rules: cookies, keys: keys, name: options.cookieName)
    sessionCookie = SessionCookie(
      rules: cookies, name: options.cookieName,
      age: options.outlivesBrowser ? Int(options.lifetime.seconds) : nil)
    contexts = ProviderContexts(providers, transport: transport, options: options)
  }

  var environment: RuntimeEnvironment { options.environment }
  var logger: Logger { options.logger }

  /// How far the clocks of the site's servers may differ, in seconds.
  static let clockTolerance: TimeInterval = 300

  /// How many seconds `auth_time` may differ from the site's clock.
  static let authenticationLeeway: TimeInterval = 30

  func provider(_ name: String) -> WebProvider? {
    providers.first { $0.name.isExactly(name) }
  }

  func connection(_ name: String) -> WebConnection? {
    options.connections.first { $0.name.isExactly(name) }
  }

  /// The provider or the connection of a name.
  func service(_ name: String) -> WebService? {
    provider(name).map(WebService.provider) ?? connection(name).map(WebService.connection)
  }

  // MARK: Sessions

  /// The session of a request, and what its session cookie contains.
  func session(
    of head: HTTPRequest
  ) async throws(OAuthError) -> (found: SessionCookie.Found, session: OpenedSession?) {
    let found = sessionCookie.find(in: head)
    guard let key = found.key else { return (found, nil) }
    return (found, try await session(key))
  }

  private func session(_ key: String) async throws(OAuthError) -> OpenedSession? {
    let now = environment.now()
    guard let opened = try await stored(key, at: now), !isFromTheFuture(opened, at: now) else {
      live.drop(key)
      return nil
    }
    return opened
  }

  private func stored(_ key: String, at now: Date) async throws(OAuthError) -> OpenedSession? {
    guard let state = try await store.state(key, at: now) else { return nil }
    if let session = live.session(key, version: state.version) {
      return OpenedSession(session: session, state: state)
    }
    // It may have changed, or ended, since its state was read.
    guard let record = try await store.session(key, at: now) else { return nil }
    guard let content = SessionContent(record, keys: keys) else {
      logger.warning("a session does not open by any key")
      return nil
    }
    guard let provider = provider(content.user.provider),
      provider.issuer.isExactly(content.user.issuer),
      let runtime = contexts.runtime(of: provider)
    else { return nil }
    let session = live.keep(
      WebSession(content, of: record, in: store, keys: keys, runtime: runtime))
    return OpenedSession(session: session, state: record.state)
  }

  /// Whether the session was begun or used in the future. A clock that was set back must not extend a
  /// session.
  private func isFromTheFuture(_ opened: OpenedSession, at now: Date) -> Bool {
    let state = opened.state
    let used = state.idlesAt.addingTimeInterval(-idle(of: opened))
    return max(state.startedAt, used) > now.addingTimeInterval(Self.clockTolerance)
  }

  /// How many seconds a session lasts without a request. The server that opened it decided that, so that
  /// servers with other options know from `idlesAt` when it was used.
  private func idle(of opened: OpenedSession) -> TimeInterval {
    opened.session.idle ?? options.idle.seconds
  }

  /// Notes that a session is used, once a minute at most. Where that cannot be noted, as on a full disk, the user stays
  /// signed in, and the session ends as if it had not been used.
  func touch(_ opened: OpenedSession) async {
    let (now, state) = (environment.now(), opened.state)
    let idle = idle(of: opened)
    let idlesAt = min(now.addingTimeInterval(idle), state.endsAt)
    guard idlesAt.timeIntervalSince(state.idlesAt) >= min(60, idle / 10) else {
      return
    }
    do throws(OAuthError) {
      try await store.touch(opened.key, idlesAt: idlesAt, at: now)
    } catch {
      logger.warning("the use of a session is not noted", metadata: ["error": "\(error)"])
    }
  }

  /// How many tokens are revoked at once.
  private static let revocations = 16

  /// Revokes the tokens of records that were removed from the store.
  func revoke(_ records: [WebSessionRecord]) async {
    await withTaskGroup(of: Void.self) { group in
      for (n, record) in records.enumerated() {
        if n >= Self.revocations { await group.next() }
        group.addTask { await self.revoke(record) }
      }
    }
  }

  private func revoke(_ record: WebSessionRecord) async {
    live.drop(record.key)
    guard let content = SessionContent(record, keys: keys) else { return }
    await revoke(content.tokens, of: content.user)
  }

  /// Revokes the tokens of a user at the provider that issued them.
  func revoke(_ tokens: StoredSession, of user: WebUser) async {
    guard let provider = provider(user.provider), let runtime = contexts.runtime(of: provider)
    else { return }
    await tokens.revoke(by: runtime)
  }

  // MARK: What sessions are found by

  func hash(user: WebUser, clientID: String) -> String {
    keys.hash(["user", user.issuer, clientID, user.subject])
  }

  func groups(ofUser subject: String, at provider: WebProvider) -> [WebSessionGroup] {
    keys.hashes(["user", provider.issuer, provider.clientID, subject]).map { .user($0) }
  }

  func hash(providerSession: String, of provider: WebProvider) -> String {
    keys.hash(["session", provider.issuer, provider.clientID, providerSession])
  }

  func groups(ofSession sid: String, at provider: WebProvider) -> [WebSessionGroup] {
    keys.hashes(["session", provider.issuer, provider.clientID, sid]).map { .providerSession($0) }
  }
}

/// A session and its state in the store.
struct OpenedSession: Sendable {
  let session: WebSession
  let state: WebSessionState

  /// The key of its record.
  var key: String { session.key }
}
