// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import CoatcheckPostgreSQL

extension OAuthError {
  /// The error of the store for a failure of PostgreSQL: it cannot be used now, or it is damaged. Neither
  /// means that the user is signed out.
  static func postgreSQL(_ error: any Error) -> OAuthError {
    if let error = OAuthError.known(error) { return error }
    switch error as? PostgreSQLFailure {
    case .settings(let text), .newerSchema(let text), .busy(let text): return .store(text)
    case .unreachable(let text): return .store("PostgreSQL cannot be reached: \(text)")
    case .lost(let text, _): return .store("the connection to PostgreSQL broke: \(text)")
    case .closed: return .store("the store is closed")
    case .damaged(let text): return damaged(text)
    case .refused(let state, let message):
      let text = "PostgreSQL \(state): \(message)"
      // Class 42, syntax error or access rule violation: the tables are not ours. Class XX: the data is
      // corrupted.
      // https://www.postgresql.org/docs/15/errcodes-appendix.html
      let isDamaged = state != "42501" && ["42", "XX"].contains(state.prefix(2))
      return isDamaged ? damaged(text) : .store(text)
    case .clock(let ahead):
      let seconds = Int(abs(ahead).rounded())
      return .store(
        "this machine's clock is \(seconds) s \(ahead > 0 ? "ahead of" : "behind") the database's; "
          + "nothing is read or written until they agree")
    case .changedMeanwhile, .taken, nil: return .store("PostgreSQL failed")
    }
  }

  private static func damaged(_ text: String) -> OAuthError {
    .unreadable(.storeDamaged, "The session store is damaged (\(text)). Restore a backup.")
  }
}
