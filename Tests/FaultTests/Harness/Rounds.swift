// SPDX-License-Identifier: Apache-2.0
import TestKit

/// How often a test repeats itself: in `make test` less than in `make soak`.
enum Rounds {
  /// Whether the full figures are wanted.
  static let isSoak = ProcessInfo.processInfo.environment["COATCHECK_SOAK"] != nil

  /// The maximum number of rounds, for a run that only shows that the tests of `make soak` still work.
  private static let maximum =
    ProcessInfo.processInfo.environment["COATCHECK_SOAK_ROUNDS"].flatMap(Int.init) ?? .max

  static func count(_ usual: Int, soak: Int) -> Int { min(isSoak ? soak : usual, maximum) }
}
