// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth

/// What every token store must do, as checks that can be run against one.
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
  /// An empty place for sessions.
  public struct Site: StoreSite {
    /// Whether sessions outlive the program.
    public let persists: Bool
    /// The longest text that is put into each part of a session, in bytes.
    public let maximumTextLength: Int
    /// How long a check may take before the store counts as hanging.
    public let patience: Duration
    /// Opens one more store on the same place, as another process would.
    public let open: @Sendable () async throws -> any TokenStore

    /// A place.
    ///
    /// - Parameters:
    ///   - persists: Whether sessions outlive the program. For a store that is gone with the
    ///     program it is false, and `open` returns the same store each time.
    ///   - maximumTextLength: The longest text that is put into each part of a session, in bytes.
    ///     An author that lowers it tells the users of the store.
    ///   - patience: How long a check may take before the store counts as hanging.
    ///   - open: Opens one more store on the same place, as another process would.
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

  /// One thing a store must do.
  public typealias Check = StoreCheck<Site>

  /// What a store did instead.
  public struct Violation: Error, CustomStringConvertible {
    /// What it did, and what it should have done.
    public let description: String
  }

  /// Every check.
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
