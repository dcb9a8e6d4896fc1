// SPDX-License-Identifier: Apache-2.0

import TestKit

extension DecryptionKey {
  /// A new key for the properties of a suite.
  static func fresh(_ algorithm: KeyManagementAlgorithm) -> DecryptionKey {
    do { return try generate(algorithm) } catch { preconditionFailure("\(error)") }
  }
}
