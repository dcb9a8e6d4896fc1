// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
import Crypto

/// What is stored of a code, a refresh token or a session cookie: the SHA-256 of its text.
///
/// The tokens hold 256 random bits, so the digest needs no salt and cannot be turned back. Digests are
/// compared whole; how long that takes tells a guesser nothing about a token that would match.
public struct TokenDigest: Hashable, Sendable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Computes the digest of a token.
  ///
  /// - Parameter secret: The whole text of the token.
  public init(of secret: Secret) {
    bytes = Array(SHA256.hash(data: Array(secret.reveal().utf8)))
  }

  /// Creates a digest from its stored form.
  ///
  /// - Parameter bytes: The 32 bytes of the digest.
  /// - Returns: Nil unless there are 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The digest in 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
