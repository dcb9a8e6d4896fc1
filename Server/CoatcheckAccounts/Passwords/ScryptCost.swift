// SPDX-License-Identifier: Apache-2.0

/// The parameters of scrypt: a hash takes `128 * blockSize * 2^logRounds` bytes of memory, and a time that
/// grows with all three.
///
/// [RFC 7914 §2](https://www.rfc-editor.org/rfc/rfc7914#section-2)
public struct ScryptCost: Sendable, Hashable {
  /// The base-2 logarithm of the cost parameter N.
  public let logRounds: Int
  /// The block size parameter r, in units of 128 bytes.
  public let blockSize: Int
  /// The parallelization parameter p: how many passes are computed.
  public let passes: Int

  /// N = 2^15, r = 8, p = 3: 32 MiB of memory in three passes, as the OWASP password storage advice
  /// recommends for this amount of memory.
  public static let standard = ScryptCost(unchecked: 15, 8, 3)
  /// A cost for tests only: a hash takes well under a millisecond and protects nothing.
  public static let testing = ScryptCost(unchecked: 4, 8, 1)

  /// The maximum of `128 * blockSize * passes * 2^logRounds`, in bytes: 256 MiB.
  public static let memoryLimit = 256 << 20

  /// Creates a cost within the bounds.
  ///
  /// - Parameters:
  ///   - logRounds: The base-2 logarithm of N, from 4 to 20.
  ///   - blockSize: The block size r, from 1 to 16.
  ///   - passes: The parallelization p, from 1 to 16.
  /// - Throws: ``AccountError`` with `invalidHash` when a parameter is out of bounds, or the three
  ///   together exceed ``memoryLimit``. An attacker who can write a hash into the store thus cannot make
  ///   one sign-in take all memory.
  public init(logRounds: Int, blockSize: Int, passes: Int) throws(AccountError) {
    guard (4...20).contains(logRounds), (1...16).contains(blockSize), (1...16).contains(passes),
      (128 * blockSize * passes) << logRounds <= Self.memoryLimit
    else { throw AccountError(.invalidHash, "the cost of the hash is out of bounds") }
    self.init(unchecked: logRounds, blockSize, passes)
  }

  private init(unchecked logRounds: Int, _ blockSize: Int, _ passes: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.passes = passes
  }

  /// The parameters in a stored hash: `ln=15,r=8,p=3`.
  var text: String { "ln=\(logRounds),r=\(blockSize),p=\(passes)" }
}
