// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE

// Checks that a store can keep a record: no NUL, and a limited size.

extension OneTimeRecord {
  /// The maximum size of the content: that of a request, sealed, with what the server adds.
  package static let contentLimit = 128 << 10

  /// Checks that a store can keep the record.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([kind.rawValue], of: "record")
    guard content.serialized().count <= Self.contentLimit else {
      throw StoreError(.invalidRecord, "the content of the record is over 128 KiB")
    }
  }
}

extension SocialIdentity {
  /// The three texts.
  package var texts: [String] { [provider, app, subject] }
}

extension CodeKey {
  /// The three texts.
  package var texts: [String] { [purpose, contact.value, scope] }
}

extension OneTimeCode {
  /// Checks that a store can keep the code.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(key.texts + [device], of: "code")
    guard (16...64).contains(digest.count) else {
      throw StoreError(.invalidRecord, "the code's digest has not from 16 to 64 bytes")
    }
  }
}

extension PendingBinding {
  /// Checks that a store can keep the pending login.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(
      [clientID, device, nickname, avatar, proved?.value] + identity.texts, of: "login")
  }
}

extension SocialLink {
  /// Checks that a store can keep the link, and that it belongs to the user.
  package func checkStorable(of user: User) throws(StoreError) {
    try StoredText.check([id, userID, nickname, avatar] + identity.texts, of: "link")
    guard userID.utf8.elementsEqual(user.id.utf8) else {
      throw StoreError(.invalidRecord, "the link is another user's")
    }
  }
}

extension BindingAttempt {
  /// Checks that a store can keep the link of the attempt.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([linkID, contact.value], of: "link")
  }
}

extension SocialSession {
  /// Checks that a store can keep the session, and that it belongs to the family and its user.
  package func checkStorable(in family: RefreshFamily) throws(StoreError) {
    try StoredText.check([familyID, userID, device, linkID] + methods, of: "session")
    guard familyID.utf8.elementsEqual(family.id.utf8), userID.utf8.elementsEqual(family.userID.utf8)
    else { throw StoreError(.invalidRecord, "the session names another family or user") }
  }
}
