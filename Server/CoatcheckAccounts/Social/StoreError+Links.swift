// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer

extension StoreError {
  /// The user of a link is missing, although the links are removed with the user.
  package static var linkWithoutUser: StoreError {
    StoreError(.damaged, "a link names a user who is not there")
  }
}
