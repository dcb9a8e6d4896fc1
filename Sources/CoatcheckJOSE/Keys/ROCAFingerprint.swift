// SPDX-License-Identifier: Apache-2.0

/// Recognises RSA keys which a widespread chip made so that they can be factored (CVE-2017-15361).
///
/// Its primes are `k · M + 65537^a mod M`, where `M` is a product of small primes. So the modulus is a power
/// of 65537 modulo each of those, which of other keys about one in 2^28 is.
enum ROCAFingerprint {
  /// The small primes modulo which not every number is a power of 65537, each with those that are.
  private static let powers: [(prime: UInt64, residues: Set<UInt64>)] = {
    let primes: [UInt64] = [
      11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
    ]
    return primes.map { prime in
      var (residues, power): (Set<UInt64>, UInt64) = ([], 1)
      while residues.insert(power).inserted { power = power * 65537 % prime }
      return (prime, residues)
    }
  }()

  /// Whether a modulus has the fingerprint.
  ///
  /// - Parameter modulus: Most significant byte first.
  static func isPresent(in modulus: [UInt8]) -> Bool {
    powers.allSatisfy { prime, residues in
      residues.contains(modulus.reduce(0) { ($0 << 8 | UInt64($1)) % prime })
    }
  }
}
