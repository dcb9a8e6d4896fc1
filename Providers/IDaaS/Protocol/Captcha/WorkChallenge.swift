// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Crypto

/// A number to find: it takes a device a moment, and a bot with many numbers many moments.
///
/// A solution is a text of at most 20 ASCII digits. It is valid when the first eight bytes of
/// SHA-256(`salt` ‖ solution), read as a big-endian number, are less than 2⁶⁴ ÷ `cost`:
/// `cost` tries on average.
public struct WorkChallenge: Sendable {
  /// `SHA-256`: the only algorithm there is.
  public static let algorithm = "SHA-256"
  /// The maximum cost a client works for: seconds, not hours.
  public static let maximumCost = 20_000_000

  /// Its name, for the check.
  public var token: Secret
  /// What the number is hashed with.
  public var salt: String
  /// How many tries it takes on average.
  public var cost: Int
  /// How many seconds it may take.
  public var expire: Int
  /// What the server knows its own challenge by; clients do not look at it.
  public var signature: String?

  /// A challenge.
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
  public func isSolved(by solution: String) -> Bool {
    guard (1...20).contains(solution.utf8.count),
      solution.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    var hash = SHA256()
    hash.update(data: Array(salt.utf8))
    return isSolved(from: hash, by: solution)
  }

  /// Finds a solution. It takes ``cost`` tries on average, so it belongs off the main thread.
  ///
  /// - Parameter continues: Asked every 1,000 tries whether to go on.
  /// - Returns: Nil when it was told to stop, or the cost is more than ``maximumCost``.
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
