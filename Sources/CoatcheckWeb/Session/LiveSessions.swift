// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import Synchronization

/// The sessions that this process has opened, shared by concurrent requests and kept for later ones. A
/// session is valid as long as its record has the version that was opened.
final class LiveSessions: Sendable {
  /// The maximum number of sessions that are kept. Those that were not used recently are dropped first.
  private static let limit = 10_000

  private struct State {
    var recent: [String: WebSession] = [:]
    /// When `recent` is full, it moves here, and what was here is dropped.
    var older: [String: WebSession] = [:]
  }

  private let state = Mutex(State())

  /// The session of this key, if it is the version that was opened.
  func session(_ key: String, version: Int) -> WebSession? {
    state.withLock { state in
      let recent = state.recent[key]
      guard let session = recent ?? state.older[key], session.tokens.version == version else {
        return nil
      }
      if recent == nil { Self.keep(session, in: &state) }
      return session
    }
  }

  /// Keeps a session, unless another request has opened it meanwhile.
  ///
  /// - Returns: The session that all requests use.
  func keep(_ session: WebSession) -> WebSession {
    state.withLock { state in
      if let other = state.recent[session.key], other.tokens.version >= session.tokens.version {
        return other
      }
      Self.keep(session, in: &state)
      return session
    }
  }

  /// Forgets a session.
  func drop(_ key: String) {
    state.withLock { state in
      state.recent[key] = nil
      state.older[key] = nil
    }
  }

  private static func keep(_ session: WebSession, in state: inout State) {
    if state.recent.count >= limit / 2 {
      state.older = state.recent
      state.recent = [:]
    }
    state.recent[session.key] = session
  }
}
