// SPDX-License-Identifier: Apache-2.0
package import CoatcheckClient
import Synchronization

/// The session whose token is added: the one of the start, or another one once that has ended and the user has signed in again.
package final class ProxiedSession: Sendable {
  private let session: Mutex<Session>
  private let reload: @Sendable () async throws -> Session?

  /// - Parameters:
  ///   - session: The session.
  ///   - reload: What is stored for its account now.
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
