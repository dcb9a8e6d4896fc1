// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer

/// The requirements of a store, as checks.
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
  /// A store to check.
  package typealias Store = any IssuerStore & UserStore

  /// One requirement of a store.
  package typealias Check = StoreCheck<Store>

  /// A violation of a requirement.
  package struct Violation: Error, CustomStringConvertible {
    /// What the store did, and what was expected.
    package let description: String
  }

  /// Every check.
  package static var checks: [Check] {
    codes + rotation + families + signingOut + once + users + pushed + devices + text + time
      + sweeping + parallel
  }
}
