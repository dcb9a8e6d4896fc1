// SPDX-License-Identifier: Apache-2.0

// The one file of this layer with the whole of Foundation: FoundationEssentials has no Unicode
// normalisation, and nothing that runs on a phone links this target.
import Foundation

extension String {
  /// The text in normalisation form C, in which an é is one scalar however it was typed.
  ///
  /// [UAX #15](https://www.unicode.org/reports/tr15/)
  var canonical: String { precomposedStringWithCanonicalMapping }
}
