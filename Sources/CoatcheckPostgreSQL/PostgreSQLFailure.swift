// SPDX-License-Identifier: Apache-2.0

/// Why the database did not do what it was asked to.
package enum PostgreSQLFailure: Error, Sendable, Equatable {
  /// The settings cannot be used; the text says which and why.
  case settings(String)
  /// The tables are of a later version, which this program must not use; the text says of which.
  case newerSchema(String)
  /// The tables are not what they should be; the text says how.
  case damaged(String)
  /// There is no connection, and nothing was sent.
  case unreachable(String)
  /// The connection broke or took too long. When a commit was on its way, its outcome is not known.
  case lost(String, outcomeIsUnknown: Bool)
  /// The database refused a statement: its SQLSTATE and the first line of its message, which holds no value.
  case refused(state: String, String)
  /// This machine's clock and the database's are too far apart: so many seconds, negative when it is behind.
  /// Nothing was sent.
  case clock(ahead: Double)
  /// A row with the same key is in a table already.
  case taken(table: String)
  /// Too many callers wait for a connection, or this one waited for too long. Nothing was sent.
  case busy(String)
  /// The pool was closed. Nothing was sent.
  case closed
  /// The rows a lock was chosen by have changed before it was held. Nothing was changed; ask again.
  case changedMeanwhile

  /// Whether the same verb may be tried again at once: nothing of it holds.
  var mayBeRepeated: Bool {
    switch self {
    // Another caller was faster, and the verb sees what that one did when it looks again.
    case .changedMeanwhile, .taken, .lost(_, outcomeIsUnknown: false): true
    // serialization_failure, deadlock_detected: https://www.postgresql.org/docs/15/errcodes-appendix.html
    case .refused(let state, _): ["40001", "40P01"].contains(state)
    case .settings, .newerSchema, .damaged, .unreachable, .lost, .busy, .closed, .clock: false
    }
  }

  /// Whether the connection is of no use afterwards: the server ends it, or is no longer the primary.
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
