// SPDX-License-Identifier: Apache-2.0

/// A token that was signed and then encrypted, as it arrived.
///
/// What is in the envelope must be a signed token: claims which are only encrypted prove nothing about who
/// wrote them. One call opens the envelope and checks the signature, so the first cannot be taken for the
/// second.
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
  /// The envelope.
  let envelope: UnverifiedJWE

  /// The envelope's header, as the sender wrote it.
  public var header: JWEHeader { envelope.header }

  /// Reads a compact token of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Throws: ``JOSEError`` as ``UnverifiedJWE/init(_:)`` does, and `invalidHeader` if the envelope does not
  ///   say that a token is in it.
  public init(_ compact: String) throws(JOSEError) {
    envelope = try UnverifiedJWE(compact)
    // RFC 7519 §5.2: "In the case that nested signing or encryption is employed, this Header Parameter
    // MUST be present; in this case, the value of this parameter MUST be "JWT"".
    guard envelope.header.hasContentType("JWT") else {
      throw JOSEError(.invalidHeader, "the header's cty is not JWT")
    }
  }

  /// Opens the envelope and checks the signature of the token in it.
  ///
  /// - Parameters:
  ///   - own: The recipient's keys.
  ///   - envelopes: The algorithms of envelopes agreed upon with the sender.
  ///   - keys: The keys trusted to sign, never ones the token brought along.
  ///   - algorithms: The algorithms of signatures agreed upon with the sender.
  /// - Throws: ``JOSEError`` as ``UnverifiedJWE`` and ``UnverifiedJWT`` do, and `invalidHeader` if the
  ///   envelope repeats a claim otherwise than the token says; the token must be refused.
  public func verified(
    openedBy own: DecryptionKeySet, accepting envelopes: UnverifiedJWE.Algorithms,
    signedBy keys: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    let content = try envelope.decrypted(by: own, accepting: envelopes)
    let token = try UnverifiedJWT(Self.text(content)).verified(by: keys, accepting: algorithms)
    try check(token.claims)
    return token
  }

  /// Opens the envelope and checks the message authentication code of the token in it.
  ///
  /// - Parameters:
  ///   - own: The recipient's keys.
  ///   - envelopes: The algorithms of envelopes agreed upon with the sender.
  ///   - secret: The secret both sides know.
  /// - Throws: ``JOSEError``; the token must be refused.
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
  /// The algorithms; never the token.
  public var description: String { "UnverifiedNestedJWT(\(envelope))" }
  /// The algorithms; never the token.
  public var customMirror: Mirror { Mirror(self, children: ["envelope": envelope]) }
}
