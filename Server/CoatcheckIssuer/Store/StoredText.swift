// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The rule for text that goes into a store: no NUL, and 64 KiB of UTF-8 at most in one record.
///
/// C programmers' databases end a text at its NUL, so that one record would be found under another's
/// name.
package enum StoredText {
  /// The maximum number of bytes.
  package static let limit = 64 << 10

  /// Whether a store can keep a record with these texts.
  package static func accepts(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + $1.utf8.count } <= limit && !texts.contains { $0.utf8.contains(0) }
  }

  /// Refuses a record whose text no store keeps.
  package static func check(_ texts: [String?], of record: StaticString) throws(StoreError) {
    guard accepts(texts.compactMap(\.self)) else {
      throw StoreError(.invalidRecord, "the text of the \(record) holds a NUL or is over 64 KiB")
    }
  }
}

extension RegisteredClient {
  /// Refuses a client that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(
      [id, name, authenticationMethod] + redirectURIs + grantTypes + scopes + metadata.texts,
      of: "client")
    guard metadata.json.serialized().count <= StoredText.limit else {
      throw StoreError(.invalidRecord, "the metadata of the client is over 64 KiB")
    }
  }
}

extension AuthorizationCodeRecord {
  /// Refuses a code that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(
      [clientID, userID, redirectURI, nonce, codeChallenge, sessionID] + scopes + context.texts,
      of: "code")
  }
}

extension RefreshFamily {
  /// Refuses a family that no store keeps, and a first token that names another family.
  package func checkStorable(first: RefreshRecord?) throws(StoreError) {
    try StoredText.check(
      [id, clientID, userID, nonce, revocationReason, sessionID] + scopes + context.texts,
      of: "family")
    guard let first else { return }
    guard first.familyID.utf8.elementsEqual(id.utf8) else {
      throw StoreError(.invalidRecord, "the first refresh token names another family")
    }
  }
}

extension RefreshFamily {
  /// Refuses a family that is another client's or user's than the code which opens it.
  package func check(opening code: AuthorizationCodeRecord) throws(StoreError) {
    guard clientID.utf8.elementsEqual(code.clientID.utf8),
      userID.utf8.elementsEqual(code.userID.utf8)
    else { throw StoreError(.invalidRecord, "the family is not the code's client's and user's") }
  }
}

extension RefreshFamily {
  /// Refuses a family that is another client's than the device, or of another user than the one who approved.
  package func check(
    opening device: DeviceRecord, _ approval: DeviceApproval
  ) throws(StoreError) {
    guard clientID.utf8.elementsEqual(device.clientID.utf8),
      userID.utf8.elementsEqual(approval.userID.utf8)
    else {
      throw StoreError(.invalidRecord, "the family is not the device's client's and user's")
    }
  }
}

extension RefreshRecord {
  /// Refuses a successor that names another family than the token it is to replace.
  package func checkStorable(in family: RefreshFamily) throws(StoreError) {
    guard familyID.utf8.elementsEqual(family.id.utf8) else {
      throw StoreError(.invalidRecord, "the successor names another family")
    }
  }
}

extension LoginSession {
  /// Refuses a session that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([userID, sid], of: "login")
  }
}

extension PushedRequest {
  /// Refuses a request that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([clientID, parameters.encoded, jkt], of: "pushed request")
  }
}

extension DeviceRecord {
  /// Refuses a device's request that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([clientID] + scopes + context.texts, of: "device request")
  }
}

extension DeviceApproval {
  /// Refuses an approval that no store keeps.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([userID, sessionID] + scopes, of: "approval")
  }
}

extension StoreError {
  /// An identifier or a digest is in the store already.
  package static func taken(_ record: StaticString) -> StoreError {
    StoreError(.invalidRecord, "there is such a \(record) already")
  }
}
