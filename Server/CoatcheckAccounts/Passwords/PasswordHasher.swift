// SPDX-License-Identifier: Apache-2.0

/// Hashes and checks passwords, a few at once.
///
/// A hash takes tens of milliseconds of a core and megabytes of memory, on purpose. A hasher makes
/// `workers` of them at once, on threads of its own, lets `queue` more wait, and turns the others away
/// with `busy`: however many users sign in at once, memory is bounded and other requests are served.
///
/// One source gets half of the places at most, and all sources together whose last passwords were wrong get half of
/// them and all workers but one. So a user who is new, or signed in before, is served beside those who guess.
public final class PasswordHasher: Sendable {
  /// What new hashes cost.
  public let cost: ScryptCost
  private let pool: WorkPool
  private let random: @Sendable (_ count: Int) -> [UInt8]
  private let unknownUser: PasswordHash
  private let guessing = GuessingSources()

  /// A hasher with its own threads.
  ///
  /// - Parameters:
  ///   - cost: What new hashes cost.
  ///   - workers: How many hashes are made at once, 1 at least. Use the number of cores.
  ///   - queue: How many may wait.
  ///   - random: The source of salts: so many unpredictable bytes.
  public init(
    cost: ScryptCost = .standard, workers: Int = 2, queue: Int = 64,
    random: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.cost = cost
    self.random = random
    self.pool = WorkPool(workers: workers, queue: queue)
    self.unknownUser = PasswordHash(withoutUser: random, cost: cost)
  }

  /// How many hashes were made, for whatever reason.
  package var jobsDone: Int { pool.done }
  /// How many hashes were made at once at most.
  package var maximumConcurrent: Int { pool.maximumConcurrent }

  /// Hashes a new password under a new salt.
  ///
  /// - Throws: `busy` when too many wait; `cancelled` when the task is cancelled before its turn.
  public func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    let salt = random(PasswordHash.saltLength)
    return try await pool.run { [cost] () throws(AccountError) in
      try PasswordHash(of: password, salt: salt, cost: cost)
    }
  }

  /// Whether a password is the one that was hashed.
  ///
  /// - Parameters:
  ///   - password: What the user typed.
  ///   - hash: The stored hash; nil when there is no such user or they have none. That costs as
  ///     much as a wrong password, so that the time does not tell who has an account.
  ///   - source: Where the password comes from, by any name; nil for the program itself, which has no share.
  /// - Throws: `busy` when too many wait; `cancelled` when the task is cancelled before its turn.
  public func verify(
    _ password: Password, against hash: PasswordHash?, from source: String? = nil
  ) async throws(AccountError) -> Bool {
    let compared = hash ?? unknownUser
    let owner = source.map { WorkOwner(source: $0, isGuessing: guessing.contains($0)) }
    let matches = try await pool.run(for: owner) { () throws(AccountError) in
      try compared.verifies(password)
    }
    let isRight = matches && hash != nil
    if let source { guessing.note(source, isRight: isRight) }
    return isRight
  }
}
