// SPDX-License-Identifier: Apache-2.0
package import CoatcheckClient
import Synchronization

/// The session whose access token is added to requests: the one at the start or, after it has ended, the
/// one that the user has signed in to since.
package final class ProxiedSession: Sendable {
  private let session: Mutex<Session>
  private let reload: @Sendable () async throws -> Session?

  /// Starts with a session.
  ///
  /// - Parameters:
  ///   - session: The session at the start of the proxy.
  ///   - reload: Reads the stored session of the same account after the session has ended; returns nil if
  ///     there is no session. An error counts as no session.
  package init(_ session: Session, reload: @escaping @Sendable () async throws -> Session?) {
    self.session = Mutex(session)
    self.reload = reload
  }

  /// The session now.
  var current: Session { session.withLock { $0 } }

  /// The session after one that has ended; nil if the user has not signed in again.
  func successor(of ended: Session) async -> Session? {
    let current = current
    guard current === ended else { return current }
    guard let stored = try? await reload() else { return nil }
    session.withLock { $0 = stored }
    return stored
  }
}
