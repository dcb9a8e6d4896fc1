// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How signed requests are encrypted for the issuer, so that they cannot be read in the browser.
///
/// [RFC 9101 §4](https://www.rfc-editor.org/rfc/rfc9101#section-4).
public struct RequestEncryption: Sendable {
  /// How the content's key is encrypted: what is registered as `request_object_encryption_alg`.
  public let algorithm: KeyManagementAlgorithm
  /// How the request is encrypted: what is registered as `request_object_encryption_enc`.
  public let encryption: ContentEncryption
  /// The issuer's key; nil stands for one that it publishes, which a sign-in fetches.
  public var key: EncryptionKey?

  /// Requests encrypted for the issuer.
  ///
  /// - Parameters:
  ///   - algorithm: How the content's key is encrypted.
  ///   - encryption: How the request is encrypted.
  ///   - key: The issuer's key; without it one that it publishes.
  public init(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption, key: EncryptionKey? = nil
  ) {
    self.algorithm = algorithm
    self.encryption = encryption
    self.key = key
  }

  /// The request object in an envelope.
  ///
  /// - Throws: `misused` when the key is not known, or is not for this.
  func envelope(around object: String) throws(OAuthError) -> String {
    guard let key else {
      throw .misused("profile", "The key that the request is encrypted for is not known yet.")
    }
    do {
      // RFC 9101 §4 has it signed first, and then encrypted, as RFC 7519 §11.2 does.
      return try key.encrypt(signed: object, algorithm: algorithm, encryption: encryption)
    } catch {
      throw .misused("profile", "The request cannot be encrypted: \(error.reason).")
    }
  }
}
