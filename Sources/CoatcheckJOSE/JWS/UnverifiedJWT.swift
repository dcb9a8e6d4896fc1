// SPDX-License-Identifier: Apache-2.0

/// A signed JWT as it arrived: well formed, and nothing more is known.
///
/// It has a header, so that a key can be chosen, but no claims: those come from ``VerifiedJWT``, which
/// only `verified(by:accepting:)` makes.
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

  /// Reads a compact token of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Throws: ``JOSEError`` if the text is no compact JWS (`malformedToken`, `tooLarge`), its header
  ///   is not strict JSON (`malformedJSON`, `duplicateMember`, `tooDeep`), or asks for something not
  ///   supported (`unsupportedAlgorithm`, `criticalHeader`, `invalidHeader`). No key can help.
  public init(_ compact: String) throws(JOSEError) {
    jws = try CompactJWS(compact)
    guard !jws.payload.isEmpty else {
      throw JOSEError(.malformedToken, "the payload is missing")
    }
  }

  /// Checks the signature with the one key of a set that answers to the header.
  ///
  /// A token without `kid` is tried with every key that fits its algorithm, if those are at most four.
  ///
  /// - Parameters:
  ///   - keys: The keys trusted for this purpose, never ones the token brought along.
  ///   - algorithms: The algorithms agreed upon with the issuer.
  /// - Throws: ``JOSEError`` with `algorithmNotAllowed`, `keyNotFound` (fetch the set again, at most
  ///   once in a while), `algorithmKeyMismatch`, `ambiguousKey`, `invalidSignature`, or an error of the
  ///   claims' JSON; the token must be refused.
  public func verified(
    by keys: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try jws.verifiedPayload(by: keys, accepting: algorithms)
    return try VerifiedJWT(jws)
  }

  /// Checks the signature with one key.
  ///
  /// - Parameters:
  ///   - key: The key trusted for this purpose; if it and the header name a `kid`, they must agree.
  ///   - algorithms: The algorithms agreed upon with the issuer.
  /// - Throws: As ``verified(by:accepting:)-(VerificationKeySet,_)``.
  public func verified(
    by key: VerificationKey, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> VerifiedJWT {
    try jws.verifiedPayload(by: key, accepting: algorithms)
    return try VerifiedJWT(jws)
  }

  /// The claims **which may be forged**, for showing a token to its owner.
  ///
  /// A diagnostic only: nothing may be decided by what this returns. Decisions need
  /// `verified(by:accepting:)`.
  ///
  /// - Throws: ``JOSEError`` if the payload is not a strict JSON object.
  public func unverifiedClaimsForDisplay() throws(JOSEError) -> JSONObject {
    try jws.claims()
  }
}

extension UnverifiedJWT: CustomStringConvertible, CustomReflectable {
  /// The algorithm; never the token.
  public var description: String { "UnverifiedJWT(\(header.algorithm.rawValue))" }
  /// The algorithm; never the token.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": header.algorithm.rawValue])
  }
}
