// SPDX-License-Identifier: Apache-2.0

package import CoatcheckIssuer

extension User {
  /// Checks that a replacement has the same identifier as the user before.
  package func check(replacing before: User) throws(StoreError) {
    guard id.utf8.elementsEqual(before.id.utf8) else {
      throw StoreError(.invalidRecord, "the user has another identifier than the one it replaces")
    }
  }
}

extension RegisteredClient {
  /// Checks that a replacement has the same identifier as the client before.
  package func check(replacing before: RegisteredClient?) throws(StoreError) {
    guard before.map({ id.utf8.elementsEqual($0.id.utf8) }) ?? true else {
      throw StoreError(
        .invalidRecord, "the client has another identifier than the one it replaces")
    }
  }
}
