// SPDX-License-Identifier: Apache-2.0

/// A nested JWT as it was received: a token that was signed and then encrypted.
///
/// The encrypted content must be a signed token: claims that are only encrypted do not show who wrote them.
/// One call decrypts the token and verifies the signature, so that the decryption alone cannot be taken for
/// a verification.
///
/// ```swift
/// let token = try UnverifiedNestedJWT(text).verified(
///   openedBy: mine, accepting: (keyManagement: [.ecdhES], encryption: [.a256GCM]),
///   signedBy: theirs, accepting: [.es256])
/// ```
///
/// [RFC 7519 §5.2](https://www.rfc-editor.org/rfc/rfc7519#section-5.2),
/// [RFC 7519 §11.2](https://www.rfc-editor.org/rfc/rfc7519#section-11.2)
public struct UnverifiedNestedJWT: Sendable {
  /// The JWE around the signed JWT.
  let envelope: UnverifiedJWE

  /// The header of the encrypted token, as the sender wrote it.
  public var header: JWEHeader { envelope.header }

  /// Reads a compact JWE of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Parameter compact: The compact serialization: five parts in base64url, separated by dots.
  /// - Throws: ``JOSEError`` as ``UnverifiedJWE/init(_:)`` does, and `invalidHeader` if `cty` is not `JWT`.
  public init(_ compact: String) throws(JOSEError) {
    envelope = try UnverifiedJWE(compact)
    // RFC 7519 §5.2: "In the case that nested signing or encryption is employed, this Header Parameter
    // MUST be present; in this case, the value of this parameter MUST be "JWT"".
    guard envelope.header.hasContentType("JWT") else {
      throw JOSEError(.invalidHeader, "the header's cty is not JWT")
    }
  }

  /// Decrypts the token and verifies the signature of the token in it.
  ///
  /// - Parameters:
  ///   - own: The recipient's keys for the decryption.
  ///   - envelopes: The encryption algorithms that were agreed with the sender.
  ///   - keys: The keys that are trusted to sign, never ones that came with the token.
  ///   - algorithms: The signature algorithms that were agreed with the sender.
  /// - Throws: ``JOSEError`` as ``UnverifiedJWE`` and ``UnverifiedJWT`` do, and `invalidHeader` if `iss`,
  ///   `sub` or `aud` in the outer header differs from the claim; the token must be rejected.
  public func verified(
    openedBy own: DecryptionKeySet, accepting envelopes: UnverifiedJWE.Algorithms,
    signedBy keys: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    let content = try envelope.decrypted(by: own, accepting: envelopes)
    let token = try UnverifiedJWT(Self.text(content)).verified(by: keys, accepting: algorithms)
    try check(token.claims)
    return token
  }

  /// Decrypts the token and verifies the message authentication code of the token in it.
  ///
  /// - Parameters:
  ///   - own: The recipient's keys for the decryption.
  ///   - envelopes: The encryption algorithms that were agreed with the sender.
  ///   - secret: The shared secret.
  /// - Throws: ``JOSEError`` as ``UnverifiedJWE`` and ``MACKey/verified(_:)`` do, and `invalidHeader` if
  ///   `iss`, `sub` or `aud` in the outer header differs from the claim; the token must be rejected.
  public func verified(
    openedBy own: DecryptionKeySet, accepting envelopes: UnverifiedJWE.Algorithms,
    authenticatedBy secret: MACKey
  ) throws(JOSEError) -> VerifiedMACToken {
    let content = try envelope.decrypted(by: own, accepting: envelopes)
    let token = try secret.verified(Self.text(content))
    try check(token.claims)
    return token
  }

  private static func text(_ content: [UInt8]) throws(JOSEError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw JOSEError(.malformedToken, "the content is no token")
    }
    return text
  }

  // RFC 7519 §5.3: "If such replicated Claims are present, the application receiving them SHOULD verify
  // that their values are identical".
  private func check(_ claims: JSONObject) throws(JOSEError) {
    for name in ["iss", "sub", "aud"] {
      guard let copy = header.json[name] else { continue }
      guard copy == claims[name] else {
        throw JOSEError(.invalidHeader, "the header's \(name) is not the token's")
      }
    }
  }
}

extension UnverifiedNestedJWT: CustomStringConvertible, CustomReflectable {
  /// The algorithms, without the token.
  public var description: String { "UnverifiedNestedJWT(\(envelope))" }
  /// The algorithms, without the token.
  public var customMirror: Mirror { Mirror(self, children: ["envelope": envelope]) }
}
