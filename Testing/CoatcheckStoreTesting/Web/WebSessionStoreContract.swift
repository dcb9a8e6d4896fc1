// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
public import CoatcheckWeb

/// The requirements for every store of web sessions, as checks that can be run against one.
///
/// The author of a store runs all of them, each in an empty place of its own:
///
/// ```swift
/// @Test(arguments: WebSessionStoreContract.checks)
/// func keepsTheContract(_ check: WebSessionStoreContract.Check) async throws {
///   let folder = try temporaryFolder()
///   try await check.run(in: .init { try MyStore(folder) })
/// }
/// ```
public enum WebSessionStoreContract {
  /// A place for sessions, which is empty when a check begins.
  public struct Site: StoreSite {
    /// Whether sessions are still there after the program has ended.
    public let persists: Bool
    /// How many times each race is repeated.
    public let rounds: Int
    /// The maximum duration of a check; a store that takes longer counts as hanging.
    public let patience: Duration
    /// Opens another store on the same place, as another server would.
    public let open: @Sendable () async throws -> any WebSessionStore

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - persists: Whether sessions are still there after the program has ended. For a store in memory it
    ///     is false, and `open` returns the same store each time.
    ///   - rounds: How many times each race is repeated.
    ///   - patience: The maximum duration of a check; a store that takes longer counts as hanging.
    ///   - open: Opens another store on the same place, as another server would. What it throws, the check
    ///     throws.
    public init(
      persists: Bool = true, rounds: Int = 60, patience: Duration = .seconds(120),
      open: @escaping @Sendable () async throws -> any WebSessionStore
    ) {
      self.persists = persists
      self.rounds = rounds
      self.patience = patience
      self.open = open
    }
  }

  /// One requirement of a store of web sessions.
  public typealias Check = StoreCheck<Site>

  /// The error of a check: the store violates the requirement.
  public typealias Violation = TokenStoreContract.Violation

  /// All checks.
  public static var checks: [Check] {
    claims + sessions + changes + ending + groups + sweeping + races + exclusive
  }
}
