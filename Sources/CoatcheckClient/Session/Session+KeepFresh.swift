// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Session {
  /// Replaces the tokens whenever they are about to expire, until the task is cancelled or the session has
  /// ended.
  ///
  /// It uses the monotonic clock, which continues while the machine sleeps, and reads it at least every
  /// 30 seconds: a machine that wakes up has a valid token soon. After an error that need not last it tries
  /// again in 30 seconds, or after the time the authorization server asked for if that is longer.
  ///
  /// - Throws: `OAuthError` with `sessionEnded`, or `interactionRequired` when there is no refresh token or
  ///   the user has to be prompted for it; `cancelled` when the task is cancelled. It goes on after all
  ///   other errors.
  public func keepFresh() async throws(OAuthError) {
    while true {
      var pause = Self.longestPause
      do throws(OAuthError) {
        let snapshot = try state.snapshot()
        if snapshot.isSpent(environment) {
          _ = try await refresher.refreshed(after: snapshot.stored)
        }
        let next = try state.snapshot().untilSpent(environment) ?? Self.longestPause
        pause = min(max(next, .milliseconds(100)), Self.longestPause)
      } catch {
        switch error.errorClass {
        case .sessionEnded, .interactionRequired, .cancelled: throw error
        case .transient(let retryAfter): pause = max(retryAfter ?? .zero, Self.longestPause)
        case .configuration, .storageUnavailable: break
        }
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
    }
  }

  private static let longestPause: Duration = .seconds(30)
}
