// SPDX-License-Identifier: Apache-2.0

extension EncryptionKey {
  /// Encrypts a signed token, which makes a nested JWT.
  ///
  /// [RFC 7519 §11.2](https://www.rfc-editor.org/rfc/rfc7519#section-11.2): "While syntactically the
  /// signing and encryption operations for Nested JWTs may be applied in any order, […] normally producers
  /// should sign the message and then encrypt the result".
  ///
  /// - Parameters:
  ///   - token: The compact token that ``SigningKey`` or ``MACKey`` made.
  ///   - algorithm: How the content encryption key is determined or encrypted: `alg`.
  ///   - encryption: How the token is encrypted: `enc`.
  ///   - type: `typ` of the encrypted token, without `application/`; none by default.
  /// - Throws: ``JOSEError`` `malformedToken` or `unsupportedAlgorithm` if the text is not a signed token,
  ///   another error of ``UnverifiedJWT/init(_:)`` if its header is invalid, and the errors of
  ///   ``encrypt(_:algorithm:encryption:contentType:type:header:)``.
  public func encrypt(
    signed token: String, algorithm: KeyManagementAlgorithm, encryption: ContentEncryption,
    type: String? = nil
  ) throws(JOSEError) -> String {
    // The recipient would refuse an envelope whose content is not a signed JWT.
    let header = try CompactParts(token, count: 3).header
    if (try? MACHeader(header)) == nil { _ = try UnverifiedJWT(token) }
    return try encrypt(
      Array(token.utf8), algorithm: algorithm, encryption: encryption, contentType: "JWT",
      type: type)
  }
}
