// SPDX-License-Identifier: Apache-2.0

package import CoatcheckIssuer

extension UserAccount {
  /// Checks that all parts of the account belong to its user, and that a store can keep them.
  package func checkStorable() throws(StoreError) {
    let id = user.id
    for link in links { try link.checkStorable(of: user) }
    guard consents.allSatisfy({ $0.key.userID.utf8.elementsEqual(id.utf8) }) else {
      throw StoreError(.invalidRecord, "the consent of an account is another user's")
    }
    try StoredText.check(contacts.map(\.value), of: "contact")
    for consent in consents {
      try StoredText.check([consent.key.clientID] + consent.scopes, of: "consent")
    }
  }
}

extension AuditEntry {
  /// Checks that a store can keep the entry.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(texts, of: "audit entry")
  }
}
