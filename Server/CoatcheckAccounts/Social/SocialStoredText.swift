// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE

// What no store keeps: a text with a NUL, and more text in one record than there can honestly be.

extension OneTimeRecord {
  /// The maximum size of a content: what a call may bring, sealed, and what the server adds.
  package static let contentLimit = 128 << 10

  /// Refuses something that no store keeps.
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
  /// Refuses a code that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(key.texts + [device], of: "code")
    guard (16...64).contains(digest.count) else {
      throw StoreError(.invalidRecord, "the code's digest has not from 16 to 64 bytes")
    }
  }
}

extension PendingBinding {
  /// Refuses a login that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(
      [clientID, device, nickname, avatar, proved?.value] + identity.texts, of: "login")
  }
}

extension SocialLink {
  /// Refuses a link that no store keeps, and one of another user.
  package func checkStorable(of user: User) throws(StoreError) {
    try StoredText.check([id, userID, nickname, avatar] + identity.texts, of: "link")
    guard userID.utf8.elementsEqual(user.id.utf8) else {
      throw StoreError(.invalidRecord, "the link is another user's")
    }
  }
}

extension BindingAttempt {
  /// Refuses a try whose link no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([linkID, contact.value], of: "link")
  }
}

extension SocialSession {
  /// Refuses a session that no store keeps, and one of another family or user.
  package func checkStorable(in family: RefreshFamily) throws(StoreError) {
    try StoredText.check([familyID, userID, device, linkID] + methods, of: "session")
    guard familyID.utf8.elementsEqual(family.id.utf8), userID.utf8.elementsEqual(family.userID.utf8)
    else { throw StoreError(.invalidRecord, "the session names another family or user") }
  }
}
