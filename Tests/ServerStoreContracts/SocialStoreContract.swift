// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer

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
package enum SocialStoreContract {
  /// A store to be checked.
  package typealias Store = any IssuerStore & SocialStore & UserStore

  /// One thing a store must do.
  package typealias Check = StoreCheck<Store>

  /// Every check.
  package static var checks: [Check] {
    handles + codes + pendings + binding + caution + links + users + removal + sessions + text
      + time + sweeping + races + crowds
  }
}
