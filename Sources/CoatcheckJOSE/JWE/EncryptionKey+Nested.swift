// SPDX-License-Identifier: Apache-2.0

extension EncryptionKey {
  /// Puts a signed token into an envelope.
  ///
  /// RFC 7519 §11.2: "While syntactically the signing and encryption operations for Nested JWTs may be
  /// applied in any order, […] normally producers should sign the message and then encrypt the result".
  ///
  /// - Parameters:
  ///   - token: The compact token that ``SigningKey`` or ``MACKey`` made.
  ///   - algorithm: How the content's key reaches the recipient.
  ///   - encryption: How the token is encrypted.
  ///   - type: `typ` of the envelope, without `application/`; none by default.
  /// - Throws: ``JOSEError`` `malformedToken` or `unsupportedAlgorithm` if the text is no signed token, and
  ///   whatever `encrypt` throws.
  public func encrypt(
    signed token: String, algorithm: KeyManagementAlgorithm, encryption: ContentEncryption,
    type: String? = nil
  ) throws(JOSEError) -> String {
    // An envelope around anything else would be refused by its recipient.
    let header = try CompactParts(token, count: 3).header
    if (try? MACHeader(header)) == nil { _ = try UnverifiedJWT(token) }
    return try encrypt(
      Array(token.utf8), algorithm: algorithm, encryption: encryption, contentType: "JWT",
      type: type)
  }
}
