// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension User {
  /// Throws if the user's texts or claims cannot be stored.
  func checkStorable() throws(StoreError) {
    try StoredText.check([id, name.text], of: "user")
    guard claims.serialized().count <= StoredText.limit else {
      throw StoreError(.invalidRecord, "the claims of the user are over 64 KiB")
    }
  }
}
