// SPDX-License-Identifier: Apache-2.0

/// Whether a key may be used for encryption or decryption, by its `use` and `key_ops`.
enum EncryptionUse {
  private static let encrypting: Set<String> = ["encrypt", "wrapKey", "deriveKey", "deriveBits"]
  private static let decrypting: Set<String> = ["decrypt", "unwrapKey", "deriveKey", "deriveBits"]

  /// Checks `use` and `key_ops`.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the key is for another use, or the two members contradict each
  ///   other.
  static func check(_ members: KeyMembers, decrypts: Bool) throws(JOSEError) {
    let use = try members.optionalText("use")
    guard use == nil || use == "enc" else {
      throw JOSEError(.invalidKey, "the key's use is not enc")
    }
    guard let operations = try members.optionalTexts("key_ops") else { return }
    let wanted = decrypts ? decrypting : encrypting
    // RFC 7517 §4.3: "Duplicate key operation values MUST NOT be present in the array."
    guard Set(operations).count == operations.count, !wanted.isDisjoint(with: operations) else {
      throw JOSEError(.invalidKey, "the key's operations are not for this, or repeat")
    }
    // "if both are used, the information they convey MUST be consistent."
    guard use == nil || encrypting.union(decrypting).isSuperset(of: operations) else {
      throw JOSEError(.invalidKey, "the key's use and operations contradict each other")
    }
  }
}
