// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Turns the account events of the library into lines that name the accounts.
///
/// A removed account has no name in the store any more, so the names are remembered.
struct StoreWatch {
  private var sessions: [AccountID: StoredSession]
  private let store: any TokenStore

  /// - Parameter sessions: The sessions at the beginning, which were printed already.
  init(_ sessions: [StoredSession], in store: any TokenStore) {
    self.sessions = Dictionary(sessions.map { ($0.account, $0) }) { first, _ in first }
    self.store = store
  }

  /// The line for an event; nil if it says nothing new.
  mutating func line(for event: AccountEvent) async -> WatchEvent? {
    switch event {
    case .accountAdded(let account, let generation):
      let known = sessions[account]
      // The library also reports the accounts at the beginning as added.
      guard known?.generation != generation else { return nil }
      return await told(known == nil ? .accountAdded : .refreshed, account)
    case .refreshed(let account, _):
      return await told(.refreshed, account)
    case .accountRemoved(let account):
      return sessions.removeValue(forKey: account).map { WatchEvent(.accountRemoved, $0) }
    case .unavailable(let error):
      return WatchEvent(.failed, CommandFailure(error), of: nil)
    }
  }

  private mutating func told(_ kind: WatchEvent.Kind, _ account: AccountID) async -> WatchEvent? {
    // It may have been removed already: then the removal is the next event.
    guard let session = try? await store.session(account) ?? sessions[account] else { return nil }
    sessions[account] = session
    return WatchEvent(kind, session)
  }
}
