// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Checks what a store must contain, whatever happened to a refresh.
enum SessionCheck {
  /// Checks that there is exactly one complete session: the old one or its successor.
  ///
  /// - Returns: Which of them it is.
  static func outcome(
    in store: FileTokenStore, _ path: String, before: StoredSession,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let sessions = try await store.sessions()
    #expect(sessions.count == 1, sourceLocation: location)
    #expect(Folder.damaged(in: path).isEmpty, sourceLocation: location)
    let after = try #require(sessions.first, sourceLocation: location)
    let isAccessOld = after.accessToken.matches(before.accessToken)
    let isRefreshOld = text(after) == text(before)
    switch after.generation - before.generation {
    case 0:
      #expect(isAccessOld && isRefreshOld, "half a session", sourceLocation: location)
      return "old"
    case 1:
      #expect(!isAccessOld && !isRefreshOld, "half a session", sourceLocation: location)
      return "new"
    default:
      Issue.record(
        "generation \(before.generation) became \(after.generation)", sourceLocation: location)
      return "wrong"
    }
  }

  private static func text(_ session: StoredSession) -> String? { session.refreshToken?.reveal() }
}
