// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts

/// The requirements of administration and of users' own pages on a store, as checks. They are in addition
/// to those of ``IssuerStoreContract`` and ``SocialStoreContract``.
package enum AdministrationStoreContract {
  /// A store to check.
  package typealias Store = any AdministrationStore

  /// One requirement of a store.
  package typealias Check = StoreCheck<Store>

  /// Every check.
  package static var checks: [Check] {
    users + replacing + ending + lists + consents + clients + accounts + audit
  }
}
