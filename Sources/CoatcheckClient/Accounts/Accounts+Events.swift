// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension Accounts {
  /// The changes of the accounts from now on, made by any program that shares the store.
  ///
  /// The store is polled until the stream is no longer read or its task is cancelled. An unread stream
  /// keeps the newest 1,024 events.
  ///
  /// - Parameters:
  ///   - filter: The accounts whose events are reported.
  ///   - interval: The time between two reads of the store; one second unless given.
  /// - Returns: The events. The stream does not throw: a store that cannot be read is reported as
  ///   ``AccountEvent/unavailable(_:)``.
  public func events(
    _ filter: AccountFilter = .all, every interval: Duration = .seconds(1)
  ) -> AsyncStream<AccountEvent> {
    let (stream, listener) = AsyncStream.makeStream(
      of: AccountEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let watching = Task {
      var watch = AccountWatch()
      while !Task.isCancelled {
        for event in await watch.look(at: self, filter) { listener.yield(event) }
        do { try await environment.sleep(interval) } catch { break }
      }
      listener.finish()
    }
    listener.onTermination = { _ in watching.cancel() }
    return stream
  }
}

/// Compares two reads of the store, and reports the difference as events.
private struct AccountWatch {
  private var seen: [AccountID: Int] = [:]
  private var isAvailable = true

  mutating func look(at accounts: Accounts, _ filter: AccountFilter) async -> [AccountEvent] {
    let sessions: [StoredSession]
    do throws(OAuthError) {
      sessions = try await accounts.list(filter)
    } catch {
      defer { isAvailable = false }
      return isAvailable ? [.unavailable(error)] : []
    }
    isAvailable = true
    var events: [AccountEvent] = []
    var now: [AccountID: Int] = [:]
    for session in sessions {
      now[session.account] = session.generation
      switch seen[session.account] {
      case nil: events.append(.accountAdded(session.account, generation: session.generation))
      case session.generation: break
      default: events.append(.refreshed(session.account, generation: session.generation))
      }
    }
    for account in seen.keys where now[account] == nil {
      events.append(.accountRemoved(account))
    }
    seen = now
    return events
  }
}
