// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// A token that Coatcheck accepts and jwt-kit does not: the classes that are known, and why they are right.
enum Difference: String, CaseIterable {
  /// RFC 7515 §4.1.4: `kid` is optional. Coatcheck tries the keys that fit the algorithm, four at most; jwt-kit
  /// uses its default key alone.
  case withoutKeyID = "no key id: Coatcheck tries the keys that fit the algorithm"
  /// Anything else is a finding.
  case unexplained = "UNEXPLAINED"

  init(header: JOSEHeader?) {
    self = header != nil && header?.keyID == nil ? .withoutKeyID : .unexplained
  }
}
