// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How often a test repeats itself: in `make test` less than in `make soak`.
enum Rounds {
  /// Whether the full figures are wanted.
  static let isSoak = ProcessInfo.processInfo.environment["COATCHECK_SOAK"] != nil

  static func count(_ usual: Int, soak: Int) -> Int { isSoak ? soak : usual }
}
