// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL

extension StoreError {
  /// The error of the store for a failure of PostgreSQL.
  init(postgreSQL error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let failure as PostgreSQLFailure: self.init(failure)
    default: self.init(.unavailable, "the database failed: \(type(of: error))")
    }
  }

  private init(_ failure: PostgreSQLFailure) {
    switch failure {
    case .settings(let text): self.init(.unusable, text)
    case .newerSchema(let text): self.init(.newerSchema, text)
    case .damaged(let text): self.init(.damaged, text)
    case .unreachable(let text): self.init(.unavailable, "PostgreSQL cannot be reached: \(text)")
    case .lost(let text, _): self.init(.unavailable, "the connection to PostgreSQL broke: \(text)")
    case .busy(let text): self.init(.unavailable, text)
    case .closed: self.init(.unavailable, "the store is closed")
    case .changedMeanwhile:
      self.init(.unavailable, "the same records were changed by others again and again")
    case .clock(let ahead):
      let seconds = Int(abs(ahead).rounded())
      self.init(
        .unavailable,
        "this machine's clock is \(seconds) s \(ahead > 0 ? "ahead of" : "behind") the database's; "
          + "nothing is read or written until they agree")
    case .taken(let table): self = .taken(Self.nouns[table] ?? "record")
    case .refused(let state, let message):
      self.init(Self.code(of: state), "PostgreSQL \(state): \(message)")
    }
  }

  /// What a row of each table is called in error texts; "record" for the other tables.
  private static let nouns: [String: StaticString] = [
    "users": "user", "refresh": "refresh token", "device": "device code",
    "pushed_request": "pushed request", "code": "code", "family": "family", "link": "link",
    "login": "login",
  ]

  /// https://www.postgresql.org/docs/15/errcodes-appendix.html
  private static func code(of state: String) -> Code {
    switch state.prefix(2) {
    // Data exception, integrity constraint violation, program limit exceeded.
    case "22", "23", "54": .invalidRecord
    // Class 42, syntax error or access rule violation: the tables are not ours. Class XX: the data is
    // corrupted.
    case "42" where state == "42501": .unusable
    case "42", "XX": .damaged
    // Invalid authorization, invalid catalog or schema name.
    case "28", "3D", "3F": .unusable
    default: .unavailable
    }
  }
}
