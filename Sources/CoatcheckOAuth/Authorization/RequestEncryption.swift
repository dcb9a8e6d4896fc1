// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How request objects are encrypted for the issuer after they are signed, so that they cannot be read in
/// the browser.
///
/// [RFC 9101 §4](https://www.rfc-editor.org/rfc/rfc9101#section-4).
public struct RequestEncryption: Sendable {
  /// How the content encryption key is encrypted: the registered `request_object_encryption_alg`.
  public let algorithm: KeyManagementAlgorithm
  /// How the content is encrypted: the registered `request_object_encryption_enc`.
  public let encryption: ContentEncryption
  /// The issuer's public key; nil stands for one of its published keys, which the sign-in fetches.
  public var key: EncryptionKey?

  /// Creates the description of how request objects are encrypted.
  ///
  /// - Parameters:
  ///   - algorithm: How the content encryption key is encrypted.
  ///   - encryption: How the content is encrypted.
  ///   - key: The issuer's public key; nil stands for one of its published keys, which the sign-in fetches.
  public init(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, key: EncryptionKey? = nil
  ) {
    self.algorithm = algorithm
    self.encryption = encryption
    self.key = key
  }

  /// Encrypts a signed request object.
  ///
  /// - Throws: `misused` when the key is unknown, or does not fit the algorithm.
  func envelope(around object: String) throws(OAuthError) -> String {
    guard let key else {
      throw .misused("profile", "The key that the request is encrypted for is not known yet.")
    }
    do {
      // RFC 9101 §4 and RFC 7519 §11.2: the object is signed first and then encrypted.
      return try key.encrypt(signed: object, algorithm: algorithm, encryption: encryption)
    } catch {
      throw .misused("profile", "The request cannot be encrypted: \(error.reason).")
    }
  }
}
