// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer

/// What every store must do, as checks that can be run against one.
///
/// The tests of a store run all of them, each against an empty store of its own:
///
/// ```swift
/// @Test(arguments: IssuerStoreContract.checks)
/// func keepsTheContract(_ check: IssuerStoreContract.Check) async throws {
///   try await check.run(MyStore())
/// }
/// ```
package enum IssuerStoreContract {
  /// A store to be checked.
  package typealias Store = any IssuerStore & UserStore

  /// One thing a store must do.
  package typealias Check = StoreCheck<Store>

  /// What a store did instead.
  package struct Violation: Error, CustomStringConvertible {
    /// What it did, and what it should have done.
    package let description: String
  }

  /// Every check.
  package static var checks: [Check] {
    codes + rotation + families + signingOut + once + users + pushed + devices + text + time
      + sweeping + parallel
  }
}
