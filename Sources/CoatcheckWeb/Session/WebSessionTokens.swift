// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Synchronization

/// The tokens of one session of a website, as the token store of its refreshes.
///
/// A refresh in progress never restores a session that has ended: its new tokens are revoked.
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
    guard let stored = try await stored() else { return nil }
    known.withLock { $0 = stored }
    return stored.content.tokens
  }

  /// The session as the store has it; nil when it has ended.
  private func stored() async throws(OAuthError) -> Known? {
    guard let record = try await sessions.session(key, at: runtime.environment.now()) else {
      return nil
    }
    guard let content = SessionContent(record, keys: keys) else {
      throw .unreadable(.storeDamaged, "A session of the website does not open.")
    }
    return Known(content: content, version: record.version)
  }

  /// How often a change is retried when another one came first.
  private static let maximumTries = 100

  func save(_ tokens: StoredSession) async throws(OAuthError) {
    // The lock excludes other refreshes, but the data of the site can change at the same time.
    var base = known.withLock { $0 }
    let before = base.content.tokens
    for _ in 0..<Self.maximumTries {
      base.content.tokens = tokens
      if try await replace(base) {
        known.withLock { [base] in $0 = Known(content: base.content, version: base.version + 1) }
        return
      }
      guard let stored = try await stored() else {
        // The user signed out meanwhile.
        if tokens.generation > before.generation { await tokens.revoke(by: runtime) }
        throw .ended(.signedOutElsewhere)
      }
      guard stored.content.tokens.generation == before.generation else { break }
      base = stored
    }
    throw .store("other servers change the session at the same time")
  }

  /// Stores a changed content in place of the version that it was made from.
  ///
  /// - Returns: False when the store has another version by now, or none.
  private func replace(_ base: Known) async throws(OAuthError) -> Bool {
    let sealed = try base.content.sealed(by: keys, for: key)
    return try await sessions.change(
      key, from: base.version, to: sealed, at: runtime.environment.now())
  }

  /// The data that the site stores in the session, as read or written last.
  var data: JSONObject { known.withLock { $0.content.data } }

  /// The maximum length of these data in bytes.
  private static let maximumDataLength = 16 << 10

  /// Changes the data that the site stores in the session.
  func update(_ change: @Sendable (inout JSONObject) -> Void) async throws(OAuthError) {
    for _ in 0..<Self.maximumTries {
      guard var stored = try await stored() else { throw .ended(.signedOutElsewhere) }
      change(&stored.content.data)
      guard stored.content.data.serialized().count <= Self.maximumDataLength else {
        throw .misused("data", "The data of a session are more than 16 KiB.")
      }
      guard try await replace(stored) else { continue }
      known.withLock { [stored] known in
        known.content.data = stored.content.data
        // If another server has refreshed the tokens, the known version stays, and the next request opens
        // the session again.
        if stored.content.tokens.generation == known.content.tokens.generation {
          known.version = stored.version + 1
        }
      }
      return
    }
    throw .store("other servers change the session at the same time")
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
  /// Revokes tokens that no session uses any more. A revocation that fails or takes longer than five
  /// seconds is not retried: the tokens expire.
  func revoke(by runtime: ClientRuntime) async {
    let session = Session(self, store: MemoryTokenStore([self]), runtime: runtime)
    try? await withDeadline(
      .seconds(5), environment: runtime.environment,
      otherwise: .unreachable(.timedOut, "The revocation takes too long.")
    ) { _ = await session.signOut(.standard) }
  }
}
