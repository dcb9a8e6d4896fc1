// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer

/// What every store of social logins must do, as checks that can be run against one.
///
/// They come on top of those of ``IssuerStoreContract``, each against an empty store of its own:
///
/// ```swift
/// @Test(arguments: SocialStoreContract.checks)
/// func keepsTheContract(_ check: SocialStoreContract.Check) async throws {
///   try await check.run(MyStore())
/// }
/// ```
public enum SocialStoreContract {
  /// A store to be checked.
  public typealias Store = any IssuerStore & SocialStore & UserStore

  /// One thing a store must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What it must do, as a sentence.
    public let name: String
    /// Does it with an empty store.
    ///
    /// Throws ``IssuerStoreContract/Violation`` when the store does something else.
    public let run: @Sendable (_ store: Store) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (_ store: Store) async throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The sentence.
    public var description: String { name }
  }

  /// Every check.
  public static var checks: [Check] {
    handles + codes + pendings + binding + caution + links + people + removal + sessions + text
      + time + sweeping + races + crowds
  }
}
