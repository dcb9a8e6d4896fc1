// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The known classes of tokens that Coatcheck accepts and jwt-kit refuses, with the reason.
enum Difference: String, CaseIterable {
  /// RFC 7515 §4.1.4: `kid` is optional. Coatcheck tries up to four keys of the algorithm; jwt-kit uses only its
  /// default key.
  case withoutKeyID = "no key id: Coatcheck tries the keys of the algorithm"
  /// Anything else is a finding.
  case unexplained = "UNEXPLAINED"

  init(header: JOSEHeader?) {
    self = header != nil && header?.keyID == nil ? .withoutKeyID : .unexplained
  }
}
