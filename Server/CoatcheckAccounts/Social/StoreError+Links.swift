// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer

extension StoreError {
  /// A link's person isn't there, though whoever removes a person removes their links.
  package static var linkOfNobody: StoreError {
    StoreError(.damaged, "a link names a person who isn't there")
  }
}
