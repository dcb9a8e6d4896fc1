// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The number of repetitions of a test: fewer in `make test` than in `make soak`.
public enum Rounds {
  /// Whether this is a run of `make soak`.
  public static let isSoak = ProcessInfo.processInfo.environment["COATCHECK_SOAK"] != nil

  /// The maximum number of rounds, for a run that only checks that the tests of `make soak` still work.
  private static let maximum =
    ProcessInfo.processInfo.environment["COATCHECK_SOAK_ROUNDS"].flatMap(Int.init) ?? .max

  /// The number of rounds.
  ///
  /// - Parameters:
  ///   - usual: In `make test`.
  ///   - soak: In `make soak`.
  public static func count(_ usual: Int, soak: Int) -> Int { min(isSoak ? soak : usual, maximum) }
}
