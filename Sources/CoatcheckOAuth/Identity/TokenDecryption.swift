// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How a client decrypts tokens: its keys, and the algorithms it is registered for.
///
/// The content has to be a signed token: encryption does not authenticate the sender.
/// [OIDC Core §10.2](https://openid.net/specs/openid-connect-core-1_0.html#Encryption).
public struct TokenDecryption: Sendable {
  /// The private keys of the client.
  public let keys: DecryptionKeySet
  /// The accepted algorithms for the encryption of the content key: what is registered as
  /// `…_encrypted_response_alg`.
  public let keyManagement: Set<KeyManagementAlgorithm>
  /// The accepted algorithms for the encryption of the content: what is registered as
  /// `…_encrypted_response_enc`.
  public let encryption: Set<ContentEncryption>

  /// Creates the settings for the tokens of one client.
  ///
  /// - Parameters:
  ///   - keys: The private keys of the client.
  ///   - keyManagement: The accepted algorithms for the encryption of the content key.
  ///   - encryption: The accepted algorithms for the encryption of the content.
  public init(
    keys: DecryptionKeySet, keyManagement: Set<KeyManagementAlgorithm>,
    encryption: Set<ContentEncryption>
  ) {
    self.keys = keys
    self.keyManagement = keyManagement
    self.encryption = encryption
  }

  /// Decrypts a token and verifies the signature of the nested one.
  ///
  /// - Throws: `JOSEError`, also when the text is not encrypted. OIDC Core §3.1.3.7: "If encryption was
  ///   negotiated with the OP at Registration time and the ID Token is not encrypted, the RP SHOULD reject it."
  package func verified(
    _ compact: String, by signers: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try UnverifiedNestedJWT(compact).verified(
      openedBy: keys, accepting: (keyManagement: keyManagement, encryption: encryption),
      signedBy: signers, accepting: algorithms)
  }

  /// Decrypts a token and verifies the message authentication code of the nested one.
  package func verified(
    _ compact: String, by secret: MACKey
  ) throws(JOSEError) -> VerifiedMACToken {
    try UnverifiedNestedJWT(compact).verified(
      openedBy: keys, accepting: (keyManagement: keyManagement, encryption: encryption),
      authenticatedBy: secret)
  }
}
