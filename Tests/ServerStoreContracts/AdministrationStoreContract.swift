// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts

/// What every store must do for administration and for users' own pages, as checks that can be run against
/// one. They come on top of those of ``IssuerStoreContract`` and ``SocialStoreContract``.
package enum AdministrationStoreContract {
  /// A store to be checked.
  package typealias Store = any AdministrationStore

  /// One thing a store must do.
  package typealias Check = StoreCheck<Store>

  /// Every check.
  package static var checks: [Check] {
    users + replacing + ending + lists + consents + clients + accounts + audit
  }
}
