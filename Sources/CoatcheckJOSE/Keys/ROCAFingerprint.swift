// SPDX-License-Identifier: Apache-2.0

/// Recognizes RSA keys that can be factored, since a flawed chip generated them (ROCA, CVE-2017-15361).
///
/// The chip's primes are `k · M + (65537^a mod M)`, where `M` is a product of small primes. So the modulus
/// is a power of 65537 modulo each of these small primes. That is true of about one in 2^28 other keys.
enum ROCAFingerprint {
  /// Small primes, each with the residues that are powers of 65537. Primes for which every residue is such
  /// a power are left out.
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

  /// Whether a modulus has the fingerprint of the flawed chip.
  ///
  /// - Parameter modulus: Most significant byte first.
  static func isPresent(in modulus: [UInt8]) -> Bool {
    powers.allSatisfy { prime, residues in
      residues.contains(modulus.reduce(0) { ($0 << 8 | UInt64($1)) % prime })
    }
  }
}
