// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
package import CoatcheckOAuth
import Crypto
import CoatcheckFoundation

/// How a record is sealed: AES-256-GCM in a JSON object that names the key, with the record's key
/// and the format as associated data, so that a record moved to another place cannot be opened
/// there.
///
/// [NIST SP 800-38D](https://doi.org/10.6028/NIST.SP.800-38D)
package enum Sealing {
  private static let version = 1

  /// Seals the content of a record.
  package static func seal(
    _ content: [UInt8], key: SealingKey, record: String
  ) throws(OAuthError) -> [UInt8] {
    // A nonce from the system's generator: the same one twice under one key would reveal both
    // contents.
    guard
      let box = try? AES.GCM.seal(
        content, using: key.derived(for: "records"),
        authenticating: associated(key: key.id, record: record)),
      let sealed = box.combined
    else { throw .store("cannot seal a record") }
    let json: JSONObject = [
      "version": .number(JSONNumber(version)), "key": .string(key.id),
      "sealed": .string(Base64URL.encode(sealed)),
    ]
    return json.serialized()
  }

  /// Opens the content of a record.
  ///
  /// - Parameters:
  ///   - bytes: The sealed record.
  ///   - key: The key.
  ///   - record: The record's key.
  ///   - location: What to call the record in an error.
  /// - Throws: `storeLocked` when it is sealed with another key, `storeDamaged` when it was changed,
  ///   `storeFailed` when it is not sealed, or by a newer version.
  package static func open(
    _ bytes: [UInt8], key: SealingKey, record: String, location: String
  ) throws(OAuthError) -> [UInt8] {
    let envelope = try Envelope(bytes, location: location)
    guard envelope.key == key.id else {
      throw .unreachable(
        .storeLocked,
        "The record \(location) is sealed with the key \(envelope.key), and this is \(key.id).")
    }
    guard let box = try? AES.GCM.SealedBox(combined: envelope.sealed),
      let content = try? AES.GCM.open(
        box, using: key.derived(for: "records"),
        authenticating: associated(key: key.id, record: record))
    else {
      throw .unreadable(.storeDamaged, "The record \(location) is damaged: its seal is broken.")
    }
    return Array(content)
  }

  /// A keyed hash of an index value, by which records are found without revealing the value.
  package static func blind(_ value: String, of field: String, key: SealingKey) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(field)\0\(value)".utf8), using: key.derived(for: "index"))
    return Base64URL.encode(Array(code))
  }

  /// Whether it is a sealed record, with whatever key.
  package static func isSealed(_ bytes: [UInt8]) -> Bool {
    (try? JSONObject(parsing: bytes))?["sealed"] != nil
  }

  private static func associated(key: String, record: String) -> [UInt8] {
    Array("coatcheck sealed record\0\(version)\0\(key)\0\(record)".utf8)
  }

  /// A sealed record that is not decrypted yet.
  struct Envelope {
    /// The id of the key.
    let key: String
    /// Nonce, ciphertext and tag.
    let sealed: [UInt8]

    init(_ bytes: [UInt8], location: String) throws(OAuthError) {
      let damaged = OAuthError.unreadable(
        .storeDamaged, "The record \(location) is damaged: it is not a sealed record.")
      guard let json = try? JSONObject(parsing: bytes) else { throw damaged }
      guard let text = json["sealed"]?.stringValue else {
        throw .unreadable(
          .storeFailed,
          "The record \(location) is not sealed, as all are in this store: the process that wrote it had "
            + "no key. Move plain sessions with a migration, or remove it.")
      }
      guard let version = json["version"]?.intValue, version >= 1 else { throw damaged }
      guard version == Sealing.version else {
        throw .unreadable(
          .storeFailed, "The record \(location) was sealed by a newer version of Coatcheck.")
      }
      guard let key = json["key"]?.stringValue, Fingerprint.isHex(key, count: 16),
        let sealed = try? Base64URL.decode(text)
      else { throw damaged }
      self.key = key
      self.sealed = sealed
    }
  }
}
