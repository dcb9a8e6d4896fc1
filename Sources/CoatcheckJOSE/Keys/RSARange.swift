// SPDX-License-Identifier: Apache-2.0

/// Which RSA keys are accepted.
enum RSARange {
  /// Checks a modulus and an exponent, both minimal and most significant byte first.
  static func check(modulus: [UInt8], exponent: [UInt8]) throws(JOSEError) {
    // RFC 7518 §3.3: "A key of size 2048 bits or larger MUST be used with these algorithms." With more
    // than 8192 bits, a single verification takes too long.
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard (2048...8192).contains(bits) else {
      throw JOSEError(.invalidKey, "an RSA modulus must have 2048 to 8192 bits")
    }
    guard modulus.last.map({ $0 & 1 == 1 }) == true else {
      throw JOSEError(.invalidKey, "an RSA modulus must be odd")
    }
    guard !ROCAFingerprint.isPresent(in: modulus) else {
      throw JOSEError(
        .invalidKey, "an RSA modulus with the fingerprint of keys which can be factored")
    }
    guard exponent.count <= 5 else { throw JOSEError(.invalidKey, reason) }
    let value = exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard value >= 3, value & 1 == 1, value < 1 << 33 else { throw JOSEError(.invalidKey, reason) }
  }

  private static let reason = "an RSA exponent must be odd, at least 3 and below 2^33"
}
