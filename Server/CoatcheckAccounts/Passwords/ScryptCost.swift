// SPDX-License-Identifier: Apache-2.0

/// What one scrypt hash costs: `128 * blockSize * 2^logRounds` bytes of memory, and a time which
/// grows with all three figures.
///
/// [RFC 7914 §2](https://www.rfc-editor.org/rfc/rfc7914#section-2)
public struct ScryptCost: Sendable, Hashable {
  /// The logarithm to base 2 of the number of rounds, N.
  public let logRounds: Int
  /// The block size r, in units of 128 bytes.
  public let blockSize: Int
  /// The number of passes p.
  public let passes: Int

  /// 32 MiB of memory, three times over: what the OWASP password storage advice pairs with that memory.
  public static let standard = ScryptCost(unchecked: 15, 8, 3)
  /// For tests only: a hash in well under a millisecond, which protects nothing.
  public static let testing = ScryptCost(unchecked: 4, 8, 1)

  /// The maximum amount of memory one hash may take, in bytes.
  public static let memoryLimit = 256 << 20

  /// A cost within bounds: rounds of 2^4 to 2^20, a block size of 1 to 16, 1 to 16 passes, and
  /// 256 MiB of memory at most.
  ///
  /// - Throws: `invalidHash` when a figure is out of bounds. An attacker who can write a hash
  ///   into the store cannot make one sign-in take all memory.
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
