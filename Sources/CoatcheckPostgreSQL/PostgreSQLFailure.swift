// SPDX-License-Identifier: Apache-2.0

/// Why the database did not run a verb.
package enum PostgreSQLFailure: Error, Sendable, Equatable {
  /// The settings cannot be used; the text names the setting and the reason.
  case settings(String)
  /// The tables are of a later version, which this program must not use; the text names it.
  case newerSchema(String)
  /// The tables are not as expected; the text says how.
  case damaged(String)
  /// There is no connection, and nothing was sent.
  case unreachable(String)
  /// The connection broke or took too long. If a commit was in progress, its outcome is unknown.
  case lost(String, outcomeIsUnknown: Bool)
  /// The database refused a statement: its SQLSTATE and the first line of its message, without values.
  case refused(state: String, String)
  /// This machine's clock differs too much from the database's: by this many seconds, negative when it is
  /// behind. Nothing was sent.
  /// Nothing was sent.
  case clock(ahead: Double)
  /// A table already has a row with the same key.
  case taken(table: String)
  /// Too many callers wait for a connection, or this one waited for too long. Nothing was sent.
  case busy(String)
  /// The pool was closed. Nothing was sent.
  case closed
  /// The rows that determined which lock to take changed before it was held. Nothing was changed; repeat
  /// the call.
  case changedMeanwhile

  /// Whether the same verb may be repeated at once: nothing of it took effect.
  var mayBeRepeated: Bool {
    switch self {
    // Another caller was faster. When the verb runs again, it sees that caller's changes.
    case .changedMeanwhile, .taken, .lost(_, outcomeIsUnknown: false): true
    // serialization_failure, deadlock_detected: https://www.postgresql.org/docs/15/errcodes-appendix.html
    case .refused(let state, _): ["40001", "40P01"].contains(state)
    case .settings, .newerSchema, .damaged, .unreachable, .lost, .busy, .closed, .clock: false
    }
  }

  /// Whether the connection can no longer be used: the server ends it, or is not the primary any more.
  var endsConnection: Bool {
    switch self {
    case .lost: true
    // Class 08, admin_shutdown, crash_shutdown, cannot_connect_now, read_only_sql_transaction.
    case .refused(let state, _):
      state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25006"].contains(state)
    case .settings, .newerSchema, .damaged, .unreachable, .busy, .closed, .changedMeanwhile,
      .taken, .clock:
      false
    }
  }
}
