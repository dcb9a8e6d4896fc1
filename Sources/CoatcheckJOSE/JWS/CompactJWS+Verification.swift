// SPDX-License-Identifier: Apache-2.0

extension CompactJWS {
  /// Verifies the signature with the keys of a set, and returns the payload.
  @discardableResult func verifiedPayload(
    by keys: VerificationKeySet, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> [UInt8] {
    try checkAlgorithm(in: algorithms)
    guard try keys.contains({ isSigned(by: $0) }, for: header) else {
      throw JOSEError(.invalidSignature, "the signature is wrong")
    }
    return payload
  }

  /// Verifies the signature with a key, and returns the payload.
  @discardableResult func verifiedPayload(
    by key: VerificationKey, accepting algorithms: Set<SignatureAlgorithm>
  ) throws(JOSEError) -> [UInt8] {
    try checkAlgorithm(in: algorithms)
    if let wanted = header.keyID, let present = key.keyID, !isSame(wanted, present) {
      throw JOSEError(.keyNotFound, "the token names another key")
    }
    guard key.fits(header.algorithm) else {
      throw JOSEError(.algorithmKeyMismatch, "the key is not for the token's algorithm")
    }
    guard isSigned(by: key) else {
      throw JOSEError(.invalidSignature, "the signature is wrong")
    }
    return payload
  }

  // RFC 8725 §3.1: "The library MUST ensure that the 'alg' or 'enc' header specifies the same
  // algorithm that is used for the cryptographic operation." The checked value is also the one that is
  // used.
  private func checkAlgorithm(in algorithms: Set<SignatureAlgorithm>) throws(JOSEError) {
    guard algorithms.contains(header.algorithm) else {
      throw JOSEError(
        .algorithmNotAllowed, "the algorithm \(header.algorithm.rawValue) is not accepted here")
    }
  }
}
