// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import History
import TestKit

@testable import CoatcheckStorage

/// A server with a mistake, over a PostgreSQL database without one.
struct PlantedFault: HistoryTarget {
  enum Fault: String, CaseIterable, Sendable, CustomStringConvertible {
    case readsBeforeItWrites = "a rotation that reads before it writes"
    case lostCommit = "a commit that is acknowledged and lost"
    case clockAhead = "a clock that is ten minutes ahead"
    case replicaRead = "reads from a replica instead of the primary"

    var description: String { rawValue }

    /// The rules that the fault may break: at least one of them.
    var breaks: Set<Violation.Rule> {
      switch self {
      case .readsBeforeItWrites: [.forked]
      case .lostCommit: [.forked, .lost]
      case .clockAhead: [.lost]
      case .replicaRead: [.revived]
      }
    }
  }

  let fault: Fault
  let store: PostgreSQLStore
  let replica: LateReplica
  private let rotations = Counter()

  init(_ fault: Fault, over store: PostgreSQLStore, replica: LateReplica) {
    self.fault = fault
    self.store = store
    self.replica = replica
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// The same server without the mistake.
  private var sound: StoreTarget {
    let ahead: TimeInterval = fault == .clockAhead ? 600 : 0
    return StoreTarget(store: store, now: { Date() + ahead })
  }

  func refresh(token: String) async throws -> RecordedCall.Outcome {
    switch fault {
    case .readsBeforeItWrites: return try await rotateInSteps(token)
    case .lostCommit where rotations.next().isMultiple(of: 10):
      return .granted(token: UUID().uuidString)
    default: return try await sound.refresh(token: token)
    }
  }

  private func rotateInSteps(_ token: String) async throws -> RecordedCall.Outcome {
    let (digest, next) = (StoreTarget.digest(token), UUID().uuidString)
    guard let found = try await store.liveRefresh(digest, at: Date()) else { return .refused }
    let successor = sound.record(next, of: found.family.id)
    _ = try await store.pool.run(.transaction) { connection in
      try connection.change(
        """
        UPDATE refresh SET spent_at = $1, successor = $2, sealed = $3, window_until = $4
        WHERE digest = $5
        """,
        .time(Date()), .digest(successor.digest), .bytes(Array(next.utf8)), .time(Date() + 60),
        .digest(digest))
      try connection.change(
        """
        INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at, predecessor)
        SELECT $1, family_key, generation + 1, $2, $3, digest FROM refresh WHERE digest = $4
        """,
        .digest(successor.digest), .time(successor.issuedAt), .time(successor.expiresAt),
        .digest(digest))
    }.get()
    return .granted(token: next)
  }

  func use(token: String) async throws -> RecordedCall.Outcome {
    guard fault == .replicaRead else { return try await sound.use(token: token) }
    return try await replica.isLive(StoreTarget.digest(token)) ? .accepted : .refused
  }

  func issueCode() async throws -> String { try await sound.issueCode() }
  func redeem(code: String) async throws -> RecordedCall.Outcome {
    try await sound.redeem(code: code)
  }
  func end(token: String) async throws -> RecordedCall.Outcome { try await sound.end(token: token) }
  func once(key: String) async throws -> RecordedCall.Outcome { try await sound.once(key: key) }
  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome {
    try await sound.attempt(key: key, limit: limit)
  }
}

/// The state of the database a fifth of a second ago, as a standby with a small delay returns it.
final class LateReplica: Sendable {
  private static let delay = Duration.milliseconds(200)

  private let pool: PostgreSQLPool
  private let began = Mutex<ContinuousClock.Instant?>(nil)

  init(_ place: PostgreSQLPlace) {
    var place = place
    place.connections = 1
    pool = PostgreSQLPool(place)
  }

  /// Whether the family of a refresh token is not revoked.
  func isLive(_ digest: TokenDigest) async throws -> Bool {
    let isOld = began.withLock { began in
      let isOld = began.map { $0.duration(to: .now) > Self.delay } ?? true
      if isOld { began = .now }
      return isOld
    }
    return try await pool.run(.statement) { connection in
      if isOld {
        try connection.change("ROLLBACK")
        try connection.change("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
      return try connection.first(
        """
        SELECT 1::bigint AS one FROM refresh JOIN family ON family.key = family_key
        WHERE digest = $1 AND revoked_at IS NULL
        """,
        .digest(digest)) != nil
    }.get()
  }

  func close() async { await pool.close() }
}
