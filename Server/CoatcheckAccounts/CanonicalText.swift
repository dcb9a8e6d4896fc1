// SPDX-License-Identifier: Apache-2.0

// Only this file of the target imports all of Foundation: FoundationEssentials has no Unicode
// normalization. No program for a phone links this target.
import Foundation

extension String {
  /// The text in normalization form C, in which an é is always one scalar.
  ///
  /// [UAX #15](https://www.unicode.org/reports/tr15/)
  var canonical: String { precomposedStringWithCanonicalMapping }
}
