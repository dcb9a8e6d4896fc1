// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The rule for text that goes into a store: no NUL, and 64 KiB of UTF-8 at most in one record.
///
/// Databases with a C interface end a text at its NUL, so that two different keys could become the same.
package enum StoredText {
  /// The maximum number of bytes.
  package static let limit = 64 << 10

  /// Whether a store can keep a record with these texts.
  package static func accepts(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + $1.utf8.count } <= limit && !texts.contains { $0.utf8.contains(0) }
  }

  /// Checks that a store can keep a record with these texts.
  package static func check(_ texts: [String?], of record: StaticString) throws(StoreError) {
    guard accepts(texts.compactMap(\.self)) else {
      throw StoreError(.invalidRecord, "the text of the \(record) holds a NUL or is over 64 KiB")
    }
  }
}

extension RegisteredClient {
  /// Checks that a store can keep the client.
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
  /// Checks that a store can keep the code.
  package func checkStorable() throws(StoreError) {
    try StoredText.check(
      [clientID, userID, redirectURI, nonce, codeChallenge, sessionID] + scopes + context.texts,
      of: "code")
  }
}

extension RefreshFamily {
  /// Checks that a store can keep the family, and that its first token names the family.
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
  /// Checks that the family belongs to the client and user of the code.
  package func check(opening code: AuthorizationCodeRecord) throws(StoreError) {
    guard clientID.utf8.elementsEqual(code.clientID.utf8),
      userID.utf8.elementsEqual(code.userID.utf8)
    else { throw StoreError(.invalidRecord, "the family is not the code's client's and user's") }
  }
}

extension RefreshFamily {
  /// Checks that the family belongs to the client of the device and the user that approved it.
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
  /// Checks that the successor names the family of the token that it replaces.
  package func checkStorable(in family: RefreshFamily) throws(StoreError) {
    guard familyID.utf8.elementsEqual(family.id.utf8) else {
      throw StoreError(.invalidRecord, "the successor names another family")
    }
  }
}

extension LoginSession {
  /// Checks that a store can keep the login session.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([userID, sid], of: "login")
  }
}

extension PushedRequest {
  /// Checks that a store can keep the pushed request.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([clientID, parameters.encoded, jkt], of: "pushed request")
  }
}

extension DeviceRecord {
  /// Checks that a store can keep the device authorization.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([clientID] + scopes + context.texts, of: "device request")
  }
}

extension DeviceApproval {
  /// Checks that a store can keep the approval.
  package func checkStorable() throws(StoreError) {
    try StoredText.check([userID, sessionID] + scopes, of: "approval")
  }
}

extension StoreError {
  /// The error for an identifier or a digest that is in the store already.
  package static func taken(_ record: StaticString) -> StoreError {
    StoreError(.invalidRecord, "there is such a \(record) already")
  }
}
