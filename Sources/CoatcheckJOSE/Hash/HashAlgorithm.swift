// SPDX-License-Identifier: Apache-2.0

internal import Crypto
import CoatcheckFoundation

/// The hash function of a signature algorithm.
///
/// OpenID Connect computes `at_hash`, `c_hash` and `s_hash` with the hash of the ID token's own
/// algorithm.
public enum HashAlgorithm: Sendable, CaseIterable {
  /// SHA-256, 32 bytes.
  case sha256
  /// SHA-384, 48 bytes.
  case sha384
  /// SHA-512, 64 bytes.
  case sha512

  /// The length of the hash, in bytes.
  public var byteCount: Int {
    switch self {
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// Computes the hash of bytes.
  ///
  /// - Parameter bytes: The bytes to hash; of a text the UTF-8 representation.
  /// - Returns: ``byteCount`` bytes.
  public func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    return switch self {
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    }
  }
}
