// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Crypto

/// A proof of work: a number to find, which takes a device a moment, and a bot with many requests a long
/// time.
///
/// A solution is a text of at most 20 ASCII digits. It is valid when the first eight bytes of
/// SHA-256(`salt` ‖ solution), read as a big-endian number, are less than 2⁶⁴ ÷ `cost`: `cost` attempts on
/// average.
public struct WorkChallenge: Sendable {
  /// `SHA-256`, the only algorithm.
  public static let algorithm = "SHA-256"
  /// The maximum cost that a client accepts: seconds of work, not hours.
  public static let maximumCost = 20_000_000

  /// The token that names the challenge in its solution.
  public var token: Secret
  /// The text that is hashed before the number.
  public var salt: String
  /// The average number of attempts until a solution is found.
  public var cost: Int
  /// The lifetime of the challenge in seconds.
  public var expire: Int
  /// The server's signature of its challenge; clients ignore it.
  public var signature: String?

  /// Creates a challenge.
  ///
  /// - Parameters:
  ///   - token: The token that names the challenge in its solution.
  ///   - salt: The text that is hashed before the number.
  ///   - cost: The average number of attempts until a solution is found.
  ///   - expire: The lifetime of the challenge in seconds.
  ///   - signature: The server's signature of its challenge; nil for none.
  public init(
    token: Secret, salt: String, cost: Int, expire: Int = 120, signature: String? = nil
  ) {
    self.token = token
    self.salt = salt
    self.cost = cost
    self.expire = expire
    self.signature = signature
  }

  /// Whether a solution is valid.
  ///
  /// - Parameter solution: From 1 to 20 ASCII digits; other texts are invalid.
  public func isSolved(by solution: String) -> Bool {
    guard (1...20).contains(solution.utf8.count),
      solution.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    var hash = SHA256()
    hash.update(data: Array(salt.utf8))
    return isSolved(from: hash, by: solution)
  }

  /// Finds a solution. It takes ``cost`` attempts on average, so do not call it on the main thread.
  ///
  /// - Parameter continues: Called every 1,000 attempts; the search ends when it returns false.
  /// - Returns: Nil when the search was ended, or the cost is above ``maximumCost``.
  public func solution(while continues: () -> Bool = { true }) -> String? {
    guard cost <= Self.maximumCost else { return nil }
    var hash = SHA256()
    hash.update(data: Array(salt.utf8))
    var number = 0
    while true {
      let text = String(number)
      if isSolved(from: hash, by: text) { return text }
      number += 1
      if number % 1_000 == 0, !continues() { return nil }
    }
  }

  private func isSolved(from start: SHA256, by solution: String) -> Bool {
    var hash = start
    hash.update(data: Array(solution.utf8))
    let first = hash.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return first <= UInt64.max / UInt64(max(1, cost))
  }
}
