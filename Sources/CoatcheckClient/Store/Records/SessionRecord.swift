// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
package import CoatcheckOAuth

/// How a session is kept as a record.
package enum SessionRecord {
  /// The record of a session.
  package static func record(_ session: StoredSession) -> StoredRecord {
    var index = [
      "issuer": session.account.issuer, "client_id": session.account.clientID,
      "subject": session.account.subject, "name": session.name,
    ]
    index["provider"] = session.provider
    return StoredRecord(
      key: session.account.fingerprint, index: index, content: session.json.serialized(),
      accessibility: session.accessibility)
  }

  /// Whether a record with this key is a session: 64 hexadecimal digits.
  package static func isKey(_ key: String) -> Bool {
    Fingerprint.isHex(key, count: 64)
  }

  /// The session in a record.
  ///
  /// - Throws: `storeDamaged` when it cannot be read, or is another account's; `storeFailed` when a
  ///   newer version wrote it; `storeLocked` when it is sealed.
  package static func session(
    _ content: [UInt8], key: String, location: String
  ) throws(OAuthError) -> StoredSession {
    let json: JSONObject
    do {
      json = try JSONObject(parsing: content)
    } catch {
      throw .unreadable(
        .storeDamaged, "The session \(location) is damaged: it is not a JSON object.")
    }
    guard json["sealed"] == nil else {
      throw .unreachable(
        .storeLocked, "The session \(location) is sealed, and this store has no key for it.")
    }
    do throws(OAuthError) {
      let session = try StoredSession(json: json)
      // A record under the key of another account was planted there.
      guard session.account.fingerprint == key else {
        throw OAuthError.unreadable(
          .storeDamaged, "It is stored under the name of another account.")
      }
      return session
    } catch {
      throw .unreadable(
        error.code, "The session \(location) cannot be used: \(error.reason)",
        parameter: error.parameter)
    }
  }
}

/// How the choice of the default account is kept as a record.
package enum DefaultRecord {
  /// The key of the record.
  package static let key = "default"

  static func record(_ account: AccountID) -> StoredRecord {
    let json: JSONObject = [
      "issuer": .string(account.issuer), "client_id": .string(account.clientID),
      "subject": .string(account.subject),
    ]
    return StoredRecord(key: key, content: json.serialized())
  }

  /// The account chosen; a record that cannot be read chooses none, since nothing is lost with it.
  package static func account(_ content: [UInt8]) -> AccountID? {
    guard let json = try? JSONObject(parsing: content), let issuer = json["issuer"]?.stringValue,
      let clientID = json["client_id"]?.stringValue, let subject = json["subject"]?.stringValue
    else { return nil }
    return AccountID(issuer: issuer, clientID: clientID, subject: subject)
  }
}
