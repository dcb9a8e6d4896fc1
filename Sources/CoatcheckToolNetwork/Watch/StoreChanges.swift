// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth

/// What happened between two looks at a store.
enum StoreChanges {
  /// Accounts that came, tokens that were replaced, accounts that went; by name within each kind.
  static func events(from before: [StoredSession], to now: [StoredSession]) -> [WatchEvent] {
    let old = index(before)
    let new = index(now)
    let added = now.filter { old[$0.account] == nil }
    let refreshed = now.filter { session in
      guard let earlier = old[session.account] else { return false }
      return earlier.generation != session.generation
        || !earlier.accessToken.matches(session.accessToken)
    }
    let removed = before.filter { new[$0.account] == nil }
    return added.map { WatchEvent(.accountAdded, $0) }
      + refreshed.map { WatchEvent(.refreshed, $0) }
      + removed.map { WatchEvent(.accountRemoved, $0) }
  }

  private static func index(_ sessions: [StoredSession]) -> [AccountID: StoredSession] {
    Dictionary(sessions.map { ($0.account, $0) }) { first, _ in first }
  }
}
