// SPDX-License-Identifier: Apache-2.0

/// A signed JWT as it was received: it is well formed, but not verified.
///
/// Its header is readable, so that a key can be selected, but its claims are not: they are in the
/// ``VerifiedJWT`` that only `verified(by:accepting:)` returns.
///
/// ```swift
/// let token = try UnverifiedJWT(text).verified(by: keys, accepting: [.es256, .rs256])
/// let subject = token.claims["sub"]?.stringValue
/// ```
///
/// [RFC 7519 §7.2](https://www.rfc-editor.org/rfc/rfc7519#section-7.2),
/// [RFC 8725 §3](https://www.rfc-editor.org/rfc/rfc8725#section-3)
public struct UnverifiedJWT: Sendable {
  let jws: CompactJWS

  /// The header, as the sender wrote it.
  public var header: JOSEHeader { jws.header }

  /// Reads a compact JWS of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Parameter compact: The compact serialization: header, payload and signature in base64url, separated
  ///   by dots.
  /// - Throws: ``JOSEError`` if the text is not a compact JWS (`malformedToken`, `tooLarge`), or its header
  ///   is not strict JSON (`malformedJSON`, `duplicateMember`, `tooDeep`) or requires something that is not
  ///   supported (`unsupportedAlgorithm`, `criticalHeader`, `invalidHeader`). No key can verify it.
  public init(_ compact: String) throws(JOSEError) {
    jws = try CompactJWS(compact)
    guard !jws.payload.isEmpty else {
      throw JOSEError(.malformedToken, "the payload is missing")
    }
  }

  /// Verifies the signature with the key of a set that matches the header.
  ///
  /// A token without `kid` is tried with every key that fits its algorithm, if those are at most four.
  ///
  /// - Parameters:
  ///   - keys: The keys that are trusted for this purpose, never ones that came with the token.
  ///   - algorithms: The algorithms that were agreed with the issuer.
  /// - Throws: ``JOSEError`` with `algorithmNotAllowed`, `keyNotFound` (fetch the set again, but not for
  ///   every token), `algorithmKeyMismatch`, `ambiguousKey`, `invalidSignature`, or an error of the claims'
  ///   JSON; the token must be rejected.
  public func verified(
    by keys: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try jws.verifiedPayload(by: keys, accepting: algorithms)
    return try VerifiedJWT(jws)
  }

  /// Verifies the signature with one key.
  ///
  /// - Parameters:
  ///   - key: The key that is trusted for this purpose; if it and the header have a `kid`, they must be
  ///     equal.
  ///   - algorithms: The algorithms that were agreed with the issuer.
  /// - Throws: As ``verified(by:accepting:)-(VerificationKeySet,_)``.
  public func verified(
    by key: VerificationKey, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try jws.verifiedPayload(by: key, accepting: algorithms)
    return try VerifiedJWT(jws)
  }

  /// The claims, **which may be forged**, to show a token to its owner.
  ///
  /// For diagnostics only: nothing may be decided by them. Decisions need `verified(by:accepting:)`.
  ///
  /// - Throws: ``JOSEError`` with `malformedJSON`, `duplicateMember` or `tooDeep` if the payload is not a
  ///   strict JSON object.
  public func unverifiedClaimsForDisplay() throws(JOSEError) -> JSONObject {
    try jws.claims()
  }
}

extension UnverifiedJWT: CustomStringConvertible, CustomReflectable {
  /// The algorithm, without the token.
  public var description: String { "UnverifiedJWT(\(header.algorithm.rawValue))" }
  /// The algorithm, without the token.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": header.algorithm.rawValue])
  }
}
