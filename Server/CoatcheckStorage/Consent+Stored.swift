// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension Consent {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      userID: try row.text("user_id"), clientID: try row.text("client_id"),
      scopes: try row.texts("scopes"))
  }
}
