// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer

/// The requirements of social logins on a store, as checks.
///
/// They are in addition to those of ``IssuerStoreContract``. Each runs with an empty store of its own:
///
/// ```swift
/// @Test(arguments: SocialStoreContract.checks)
/// func keepsTheContract(_ check: SocialStoreContract.Check) async throws {
///   try await check.run(MyStore())
/// }
/// ```
package enum SocialStoreContract {
  /// A store to check.
  package typealias Store = any IssuerStore & SocialStore & UserStore

  /// One requirement of a store.
  package typealias Check = StoreCheck<Store>

  /// Every check.
  package static var checks: [Check] {
    handles + codes + pendings + binding + caution + links + users + removal + sessions + text
      + time + sweeping + races + crowds
  }
}
