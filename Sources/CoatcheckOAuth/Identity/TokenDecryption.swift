// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// How tokens are encrypted for a client: its keys, and the algorithms it is registered for.
///
/// What is inside has to be a signed token: encryption does not authenticate the sender.
/// [OIDC Core §10.2](https://openid.net/specs/openid-connect-core-1_0.html#Encryption).
public struct TokenDecryption: Sendable {
  /// The client's keys.
  public let keys: DecryptionKeySet
  /// How the content's key is encrypted: what is registered as `…_encrypted_response_alg`.
  public let keyManagement: Set<KeyManagementAlgorithm>
  /// How the content is encrypted: what is registered as `…_encrypted_response_enc`.
  public let encryption: Set<ContentEncryption>

  /// Tokens encrypted for some keys.
  ///
  /// - Parameters:
  ///   - keys: The client's keys.
  ///   - keyManagement: How the content's key is encrypted.
  ///   - encryption: How the content is encrypted.
  public init(
    keys: DecryptionKeySet, keyManagement: Set<KeyManagementAlgorithm>,
    encryption: Set<ContentEncryption>
  ) {
    self.keys = keys
    self.keyManagement = keyManagement
    self.encryption = encryption
  }

  /// The token inside, verified.
  ///
  /// - Throws: `JOSEError`: also when the text is not encrypted. OIDC Core §3.1.3.7: "If encryption was
  ///   negotiated with the OP at Registration time and the ID Token is not encrypted, the RP SHOULD reject it."
  package func verified(
    _ compact: String, by signers: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try UnverifiedNestedJWT(compact).verified(
      openedBy: keys, accepting: (keyManagement: keyManagement, encryption: encryption),
      signedBy: signers, accepting: algorithms)
  }

  /// The token inside, authenticated by a secret.
  package func verified(
    _ compact: String, by secret: MACKey
  ) throws(JOSEError) -> VerifiedMACToken {
    try UnverifiedNestedJWT(compact).verified(
      openedBy: keys, accepting: (keyManagement: keyManagement, encryption: encryption),
      authenticatedBy: secret)
  }
}
