// SPDX-License-Identifier: Apache-2.0

/// Hashes and verifies passwords, with a limit for concurrent work.
///
/// By design a hash takes tens of milliseconds of one core and megabytes of memory. A hasher computes
/// `workers` hashes at once on its own threads, lets `queue` more wait, and refuses the rest with `busy`.
/// However many users sign in at once, memory is bounded and other requests are served.
///
/// One source gets at most half of the places. All sources whose last passwords were wrong together get at
/// most half of the places, and all workers but one. A user who is new, or who signed in before, is
/// therefore served during a guessing attack.
public final class PasswordHasher: Sendable {
  /// The cost of new hashes.
  public let cost: ScryptCost
  private let pool: WorkPool
  private let random: @Sendable (_ count: Int) -> [UInt8]
  private let unknownUser: PasswordHash
  private let guessing = GuessingSources()

  /// Creates a hasher with its own threads.
  ///
  /// - Parameters:
  ///   - cost: The cost of new hashes.
  ///   - workers: The number of hashes that are computed at once, at least 1. Use the number of cores.
  ///   - queue: The maximum number of hashes that wait.
  ///   - random: Returns `count` unpredictable bytes for a salt.
  public init(
    cost: ScryptCost = .standard, workers: Int = 2, queue: Int = 64,
    random: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.cost = cost
    self.random = random
    self.pool = WorkPool(workers: workers, queue: queue)
    self.unknownUser = PasswordHash(withoutUser: random, cost: cost)
  }

  /// The number of hashes that were computed.
  package var jobsDone: Int { pool.done }
  /// The maximum number of hashes that were computed at once.
  package var maximumConcurrent: Int { pool.maximumConcurrent }

  /// Hashes a new password with a new salt.
  ///
  /// - Throws: ``AccountError``: `busy` when too many passwords wait or memory is short (retry later);
  ///   `cancelled` when the task is cancelled before its turn.
  public func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    let salt = random(PasswordHash.saltLength)
    return try await pool.run { [cost] () throws(AccountError) in
      try PasswordHash(of: password, salt: salt, cost: cost)
    }
  }

  /// Verifies a password against a stored hash.
  ///
  /// - Parameters:
  ///   - password: The password that the user entered.
  ///   - hash: The stored hash; nil when the user is unknown or has no password. This takes as long as a
  ///     wrong password, so that the time does not disclose who has an account.
  ///   - source: Where the password comes from, such as an IP address; nil for the program itself, which
  ///     is not limited.
  /// - Returns: Whether the password is right; false without a hash.
  /// - Throws: ``AccountError``: `busy` when too many passwords wait, too many of this source, or memory
  ///   is short (retry later); `cancelled` when the task is cancelled before its turn. The password was
  ///   not checked.
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
