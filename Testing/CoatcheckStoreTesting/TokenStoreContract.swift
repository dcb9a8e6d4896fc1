// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth

/// The requirements for every token store, as checks that can be run against one.
///
/// The author of a store runs all of them, each in an empty place of its own:
///
/// ```swift
/// @Test(arguments: TokenStoreContract.checks)
/// func keepsTheContract(_ check: TokenStoreContract.Check) async throws {
///   let folder = try temporaryFolder()
///   try await check.run(in: .init { MyStore(folder) })
/// }
/// ```
public enum TokenStoreContract {
  /// A place for sessions, which is empty when a check begins.
  public struct Site: StoreSite {
    /// Whether sessions are still there after the program has ended.
    public let persists: Bool
    /// The maximum length of the texts that are put into each part of a session, in bytes.
    public let maximumTextLength: Int
    /// The maximum duration of a check; a store that takes longer counts as hanging.
    public let patience: Duration
    /// Opens another store on the same place, as another process would.
    public let open: @Sendable () async throws -> any TokenStore

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - persists: Whether sessions are still there after the program has ended. For a store in memory it
    ///     is false, and `open` returns the same store each time.
    ///   - maximumTextLength: The maximum length of the texts that are put into each part of a session, in
    ///     bytes. An author that lowers it documents that for the users of the store.
    ///   - patience: The maximum duration of a check; a store that takes longer counts as hanging.
    ///   - open: Opens another store on the same place, as another process would. What it throws, the check
    ///     throws.
    public init(
      persists: Bool = true, maximumTextLength: Int = 32 << 10, patience: Duration = .seconds(120),
      open: @escaping @Sendable () async throws -> any TokenStore
    ) {
      self.persists = persists
      self.maximumTextLength = maximumTextLength
      self.patience = patience
      self.open = open
    }
  }

  /// One requirement of a token store.
  public typealias Check = StoreCheck<Site>

  /// The error of a check: the store violates the requirement.
  public struct Violation: Error, CustomStringConvertible {
    /// What the store did, and what it should have done.
    public let description: String
  }

  /// All checks.
  public static var checks: [Check] {
    content + text + finding + defaults + exclusive + parallel
  }
}

/// Fails a check unless the value is the wanted one.
func require<Value: Equatable>(
  _ found: Value, is wanted: Value, _ what: String
) throws(TokenStoreContract.Violation) {
  guard found == wanted else {
    throw TokenStoreContract.Violation(description: "\(what): expected \(wanted), found \(found)")
  }
}
