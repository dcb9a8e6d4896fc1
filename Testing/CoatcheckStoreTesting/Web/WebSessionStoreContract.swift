// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
public import CoatcheckWeb

/// What every store of a website's sessions must do, as checks that can be run against one.
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
  /// An empty place for sessions.
  public struct Site: StoreSite {
    /// Whether sessions outlive the program.
    public let persists: Bool
    /// How often each race is run.
    public let rounds: Int
    /// How long a check may take before the store counts as hanging.
    public let patience: Duration
    /// Opens one more store on the same place, as another server would.
    public let open: @Sendable () async throws -> any WebSessionStore

    /// A place.
    ///
    /// - Parameters:
    ///   - persists: Whether sessions outlive the program. For a store that is gone with the program it is false, and
    ///     `open` returns the same store each time.
    ///   - rounds: How often each race is run.
    ///   - patience: How long a check may take before the store counts as hanging.
    ///   - open: Opens one more store on the same place, as another server would.
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

  /// One thing a store must do.
  public typealias Check = StoreCheck<Site>

  /// What a store did instead.
  public typealias Violation = TokenStoreContract.Violation

  /// Every check.
  public static var checks: [Check] {
    claims + sessions + changes + ending + groups + sweeping + races + exclusive
  }
}
