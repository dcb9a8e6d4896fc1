// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
import Crypto
import CryptoExtras
import CoatcheckFoundation

/// A sealing key that is derived from a passphrase with scrypt
/// ([RFC 7914](https://www.rfc-editor.org/rfc/rfc7914)).
///
/// Salt and cost are in the file `passphrase.json` of the folder, with the key's id, which tells a wrong
/// passphrase from the right one.
public struct PassphraseKey: SealingKeySource {
  /// `passphrase`.
  public var name: String { "passphrase" }

  private let passphrase: @Sendable () async throws(OAuthError) -> Secret?
  private let records: FileRecords
  private let environment: RuntimeEnvironment

  /// Creates a key source that asks for the passphrase.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder of `passphrase.json`. The file is made with the key.
  ///   - environment: What makes the salt, and waits while another process makes the key.
  ///   - passphrase: Asks the user for the passphrase, each time the key is needed again. Nil or an empty
  ///     text when the user cannot be asked: the key is locked then. An error that it throws is passed on.
  public init(
    folder: String, environment: RuntimeEnvironment = .live,
    passphrase: @escaping @Sendable () async throws(OAuthError) -> Secret?
  ) {
    self.passphrase = passphrase
    self.environment = environment
    records = FileRecords(directory: folder, environment: environment)
  }

  /// Creates a key source that reads the passphrase from a file in UTF-8. Line ends at the end of the file
  /// do not count.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder of `passphrase.json`. The file is made with the key.
  ///   - file: The path of the file with the passphrase, of at most 64 KiB and without any permission for
  ///     others (mode `o=`); nil for no file: the key is locked then.
  ///   - environment: What makes the salt, and waits while another process makes the key.
  public init(folder: String, file: String?, environment: RuntimeEnvironment = .live) {
    self.init(folder: folder, environment: environment) { () throws(OAuthError) in
      guard let file, var bytes = try SmallFile.read(file) else { return nil }
      while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
      return String(validating: bytes, as: UTF8.self).map { Secret($0) }
    }
  }

  /// The key; nil when none was made yet.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when there is no passphrase or it is the wrong one;
  ///   `storeDamaged` when `passphrase.json` is damaged; `storeFailed` when a file cannot be read, or the
  ///   file with the passphrase has permissions for others; what asking for the passphrase throws.
  public func key() async throws(OAuthError) -> SealingKey? {
    guard let parameters = try await parameters() else { return nil }
    let key = try await parameters.key(of: try await asked())
    guard key.id == parameters.keyID else {
      throw .unreachable(.storeLocked, "This is not the passphrase of the session store.")
    }
    return key
  }

  /// The key; a salt is made first if there is no salt yet.
  public func makeKey() async throws(OAuthError) -> SealingKey {
    try await OAuthError.typed {
      try await records.withLock(KeyCopy.lock) {
        if let key = try await key() { return key }
        var parameters = Scrypt(salt: environment.random(16))
        let key = try await parameters.key(of: try await asked())
        parameters.keyID = key.id
        try await records.write(
          StoredRecord(key: Scrypt.record, content: parameters.json.serialized()))
        return key
      }
    }
  }

  private func asked() async throws(OAuthError) -> Secret {
    guard let secret = try await passphrase(), !secret.isEmpty else {
      throw .unreachable(
        .storeLocked,
        "The session store is sealed with a passphrase, and none was given. "
          + "Set COATCHECK_PASSPHRASE_FILE to the path of a file with it.")
    }
    return secret
  }

  private func parameters() async throws(OAuthError) -> Scrypt? {
    guard let bytes = try await records.read(Scrypt.record) else { return nil }
    guard let json = try? JSONObject(parsing: bytes), let parameters = Scrypt(json: json) else {
      throw .unreadable(
        .storeDamaged,
        "The parameters of the passphrase, \(records.location(of: Scrypt.record)), are damaged.")
    }
    return parameters
  }
}

/// How a passphrase becomes a key.
private struct Scrypt: Sendable {
  static let record = "passphrase"

  let salt: [UInt8]
  /// CPU and memory cost: with 8 blocks, 32 MiB.
  var cost = 1 << 15
  var blocks = 8
  var parallel = 1
  /// The id of the key that the right passphrase gives.
  var keyID = ""

  init(salt: [UInt8]) {
    self.salt = salt
  }

  /// Nil where it is not readable, or would take more than 1 GiB.
  init?(json: JSONObject) {
    guard json["version"]?.intValue == 1, json["function"]?.stringValue == "scrypt",
      let salt = json["salt"]?.stringValue.flatMap({ try? Base64URL.decode($0) }), salt.count >= 16,
      let cost = json["cost"]?.intValue, (1 << 14...1 << 20).contains(cost),
      cost & (cost - 1) == 0,
      let blocks = json["blocks"]?.intValue, (8...32).contains(blocks), cost * blocks <= 1 << 23,
      let parallel = json["parallel"]?.intValue, (1...16).contains(parallel),
      let keyID = json["key"]?.stringValue
    else { return nil }
    self.salt = salt
    (self.cost, self.blocks, self.parallel, self.keyID) = (cost, blocks, parallel, keyID)
  }

  var json: JSONObject {
    [
      "version": 1, "function": "scrypt", "salt": .string(Base64URL.encode(salt)),
      "cost": .number(JSONNumber(cost)), "blocks": .number(JSONNumber(blocks)),
      "parallel": .number(JSONNumber(parallel)), "key": .string(keyID),
    ]
  }

  func key(of passphrase: Secret) async throws(OAuthError) -> SealingKey {
    let scrypt = self
    return try await BlockingWork.run { () throws(OAuthError) in
      guard
        let key = try? KDF.Scrypt.deriveKey(
          from: Array(passphrase.reveal().utf8), salt: scrypt.salt,
          outputByteCount: SealingKey.length, rounds: scrypt.cost, blockSize: scrypt.blocks,
          parallelism: scrypt.parallel)
      else { throw .store("scrypt cannot be computed") }
      return try SealingKey(key.withUnsafeBytes { Array($0) })
    }
  }
}
