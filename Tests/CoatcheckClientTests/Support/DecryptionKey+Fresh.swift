// SPDX-License-Identifier: Apache-2.0

import TestKit

extension DecryptionKey {
  /// A new key, for stored properties of a suite, whose initial values cannot throw.
  static func fresh(_ algorithm: KeyManagementAlgorithm) -> DecryptionKey {
    do { return try generate(algorithm) } catch { preconditionFailure("\(error)") }
  }
}
