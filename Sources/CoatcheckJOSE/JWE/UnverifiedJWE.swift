// SPDX-License-Identifier: Apache-2.0

/// An encrypted token (JWE) as it was received: it is well formed, but not decrypted.
///
/// ```swift
/// let content = try UnverifiedJWE(text).decrypted(
///   by: keys, accepting: (keyManagement: [.ecdhESA128KW], encryption: [.a128GCM]))
/// ```
///
/// Any holder of a public key can encrypt for it: a token that can be decrypted does not show who sent it.
/// For a signed token inside see ``UnverifiedNestedJWT``.
///
/// [RFC 7516 §5.2](https://www.rfc-editor.org/rfc/rfc7516#section-5.2)
public struct UnverifiedJWE: Sendable {
  /// The algorithms that were agreed with the sender.
  public typealias Algorithms = (
    keyManagement: Set<KeyManagementAlgorithm>, encryption: Set<ContentEncryption>
  )

  let jwe: CompactJWE

  /// The header, as the sender wrote it.
  public var header: JWEHeader { jwe.header }

  /// Reads a compact JWE of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Parameter compact: The compact serialization: five parts in base64url, separated by dots.
  /// - Throws: ``JOSEError`` if the text is not a compact JWE (`malformedToken`, `tooLarge`), or its header
  ///   is not strict JSON (`malformedJSON`, `duplicateMember`, `tooDeep`) or requires something that is not
  ///   supported (`unsupportedAlgorithm`, `compressedContent`, `criticalHeader`, `invalidHeader`). No key
  ///   can decrypt it.
  public init(_ compact: String) throws(JOSEError) {
    jwe = try CompactJWE(compact)
  }

  /// Decrypts with the key of a set that matches the header.
  ///
  /// A token without `kid` is tried with every key that fits its algorithms, if those are at most four.
  ///
  /// - Parameters:
  ///   - keys: The recipient's keys.
  ///   - algorithms: The algorithms that were agreed with the sender.
  /// - Returns: The plaintext.
  /// - Throws: ``JOSEError`` with `algorithmNotAllowed`, `keyNotFound`, `algorithmKeyMismatch`,
  ///   `ambiguousKey`, `invalidHeader` or `invalidKey` (the sender's public key of a key agreement), or
  ///   `decryptionFailed`, which does not state the cause; the token must be rejected.
  public func decrypted(
    by keys: DecryptionKeySet, accepting algorithms: Algorithms
  ) throws(JOSEError) -> [UInt8] {
    try check(algorithms)
    for key in try keys.candidates(for: header) {
      if let content = try content(by: key) { return content }
    }
    throw JOSEError(.decryptionFailed, "the content cannot be decrypted")
  }

  /// Decrypts with one key.
  ///
  /// - Parameters:
  ///   - key: The recipient's key; if it and the header name a `kid`, they must agree.
  ///   - algorithms: The algorithms that were agreed with the sender.
  /// - Returns: The plaintext.
  /// - Throws: As ``decrypted(by:accepting:)-(DecryptionKeySet,_)``.
  public func decrypted(
    by key: DecryptionKey, accepting algorithms: Algorithms
  ) throws(JOSEError) -> [UInt8] {
    try check(algorithms)
    if let wanted = header.keyID, let present = key.keyID, !isSame(wanted, present) {
      throw JOSEError(.keyNotFound, "the token names another key")
    }
    guard key.fits(header.algorithm, header.encryption) else {
      throw JOSEError(.algorithmKeyMismatch, "the key is not for the token's algorithm")
    }
    guard let content = try content(by: key) else {
      throw JOSEError(.decryptionFailed, "the content cannot be decrypted")
    }
    return content
  }

  private func content(by key: DecryptionKey) throws(JOSEError) -> [UInt8]? {
    let cipher = ContentCipher(encryption: header.encryption, key: try key.contentKey(of: jwe))
    return cipher.open(jwe.sealed, associated: jwe.associated)
  }

  // RFC 8725 §3.1: "The library MUST ensure that the 'alg' or 'enc' header specifies the same algorithm
  // that is used for the cryptographic operation." The checked value is also the one that is used.
  private func check(_ algorithms: Algorithms) throws(JOSEError) {
    guard algorithms.keyManagement.contains(header.algorithm) else {
      throw JOSEError(
        .algorithmNotAllowed, "the algorithm \(header.algorithm.rawValue) is not accepted here")
    }
    guard algorithms.encryption.contains(header.encryption) else {
      throw JOSEError(
        .algorithmNotAllowed, "the encryption \(header.encryption.rawValue) is not accepted here")
    }
  }
}

extension UnverifiedJWE: CustomStringConvertible, CustomReflectable {
  /// The algorithms, without the token.
  public var description: String {
    "UnverifiedJWE(\(header.algorithm.rawValue), \(header.encryption.rawValue))"
  }
  /// The algorithms, without the token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "algorithm": header.algorithm.rawValue, "encryption": header.encryption.rawValue,
      ])
  }
}
