// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Synchronization

/// The tokens of one session of a website, as the store that its refreshes use.
///
/// What is under way never brings an ended session back: tokens that a refresh brought then are revoked.
final class WebSessionTokens: TokenStore {
  private struct Known {
    var content: SessionContent
    var version: Int
  }

  let key: String
  private let sessions: any WebSessionStore
  private let keys: WebKeys
  private let runtime: ClientRuntime
  private let known: Mutex<Known>

  init(
    _ content: SessionContent, of record: WebSessionRecord, in sessions: any WebSessionStore,
    keys: WebKeys, runtime: ClientRuntime
  ) {
    key = record.key
    self.sessions = sessions
    self.keys = keys
    self.runtime = runtime
    known = Mutex(Known(content: content, version: record.version))
  }

  /// The version of the record that was read or written last.
  var version: Int { known.withLock { $0.version } }

  /// The tokens that were read or written last.
  var current: StoredSession { known.withLock { $0.content.tokens } }

  var place: StoreLocation {
    StoreLocation(kind: "web-session", location: "a session of a website", protection: .system)
  }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] { [current] }

  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    guard let record = try await sessions.session(key, at: runtime.environment.now()) else {
      return nil
    }
    guard let content = SessionContent(record, keys: keys) else {
      throw .unreadable(.storeDamaged, "A session of the website does not open.")
    }
    known.withLock { $0 = Known(content: content, version: record.version) }
    return content.tokens
  }

  func save(_ tokens: StoredSession) async throws(OAuthError) {
    var (content, version) = known.withLock { ($0.content, $0.version) }
    let isSpent = tokens.generation > content.tokens.generation
    content.tokens = tokens
    let sealed = try content.sealed(by: keys, for: key)
    guard
      try await sessions.change(key, from: version, to: sealed, at: runtime.environment.now())
    else {
      // The user signed out meanwhile.
      if isSpent { await tokens.revoke(by: runtime) }
      throw .ended(.signedOutElsewhere)
    }
    known.withLock { [content] in $0 = Known(content: content, version: version + 1) }
  }

  func remove(_ account: AccountID) async throws(OAuthError) { try await sessions.end(key) }

  func defaultAccount() async throws(OAuthError) -> AccountID? { nil }

  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {}

  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await sessions.withLock(key, body)
  }
}

extension StoredSession {
  /// Revokes tokens that no session holds any more. What fails or takes longer than five seconds is not tried again:
  /// they end by time.
  func revoke(by runtime: ClientRuntime) async {
    let session = Session(self, store: MemoryTokenStore([self]), runtime: runtime)
    try? await withDeadline(
      .seconds(5), environment: runtime.environment,
      otherwise: .unreachable(.timedOut, "The revocation takes too long.")
    ) { _ = await session.signOut(.standard) }
  }
}
