// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// What every list of rules for a JWT has to be given.
enum RuleArguments {
  /// Checks how far clocks may differ, and that some algorithm is accepted.
  ///
  /// - Throws: `misused` naming `leeway` or `algorithms`.
  static func check(
    leeway: TimeInterval, _ algorithms: Set<SignatureAlgorithm>
  ) throws(OAuthError) {
    // NaN and infinity are in no range.
    guard (0...600).contains(leeway) else {
      throw .misused("leeway", "The leeway must be from 0 to 600 seconds.")
    }
    guard !algorithms.isEmpty else {
      throw .misused("algorithms", "No algorithm would be accepted.")
    }
  }
}
