// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer

/// What every store must do, as checks that can be run against one.
///
/// Whoever writes a store runs all of them, each against an empty store of its own:
///
/// ```swift
/// @Test(arguments: IssuerStoreContract.checks)
/// func keepsTheContract(_ check: IssuerStoreContract.Check) async throws {
///   try await check.run(MyStore())
/// }
/// ```
public enum IssuerStoreContract {
  /// A store to be checked.
  public typealias Store = any IssuerStore & UserStore

  /// One thing a store must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What it must do, as a sentence.
    public let name: String
    /// Does it with an empty store.
    ///
    /// Throws ``Violation`` when the store does something else.
    public let run: @Sendable (_ store: Store) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (_ store: Store) async throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The sentence.
    public var description: String { name }
  }

  /// What a store did instead.
  public struct Violation: Error, CustomStringConvertible {
    /// What it did, and what it should have done.
    public let description: String
  }

  /// Every check.
  public static var checks: [Check] {
    codes + rotation + families + signingOut + once + people + pushed + devices + text + time
      + sweeping + parallel
  }
}
