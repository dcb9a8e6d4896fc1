// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Replaces tokens that are spent, so that whoever asks finds good ones.
struct KeepingFresh {
  /// How long a provider is left alone after a failure, unless it asked for longer.
  static let pause = Duration.seconds(30)

  private let context: CommandContext
  /// Until when, by the clock that never jumps, an account is left alone.
  private var resting: [AccountID: Duration] = [:]

  init(in context: CommandContext) {
    self.context = context
  }

  /// Refreshes what needs it, all at the same time, and says what went wrong. What went well is seen
  /// in the store.
  mutating func refresh(_ sessions: [StoredSession]) async -> [WatchEvent] {
    let due = sessions.filter(isDue)
    guard !due.isEmpty else { return [] }
    let context = context
    let failures = await withTaskGroup(
      of: (StoredSession, CommandFailure)?.self
    ) { group in
      for session in due {
        group.addTask {
          do {
            _ = try await context.signedIn(session) { try await $0.accessToken() }
            return nil
          } catch {
            return (session, CommandFailure(error))
          }
        }
      }
      var failures: [(StoredSession, CommandFailure)] = []
      for await case let failure? in group { failures.append(failure) }
      return failures
    }
    var events: [WatchEvent] = []
    for (session, failure) in failures where failure.status != .interrupted {
      resting[session.account] =
        context.environment.uptime() + max(failure.retryAfter ?? .zero, Self.pause)
      let kind: WatchEvent.Kind = failure.status == .sessionEnded ? .lost : .failed
      events.append(WatchEvent(kind, failure, of: session))
    }
    return events
  }

  private func isDue(_ session: StoredSession) -> Bool {
    guard session.refreshToken != nil,
      !TokenAnswer.isFresh(session, now: context.environment.now())
    else { return false }
    return context.environment.uptime() >= resting[session.account] ?? .zero
  }
}
