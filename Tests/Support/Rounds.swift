// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How often a test repeats itself: in `make test` less than in `make soak`.
public enum Rounds {
  /// Whether the full figures are wanted.
  public static let isSoak = ProcessInfo.processInfo.environment["COATCHECK_SOAK"] != nil

  /// The maximum number of rounds, for a run that only shows that the tests of `make soak` still work.
  private static let maximum =
    ProcessInfo.processInfo.environment["COATCHECK_SOAK_ROUNDS"].flatMap(Int.init) ?? .max

  /// How many rounds there are.
  ///
  /// - Parameters:
  ///   - usual: In `make test`.
  ///   - soak: In `make soak`.
  public static func count(_ usual: Int, soak: Int) -> Int { min(isSoak ? soak : usual, maximum) }
}
