// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Reads and writes queries.
typealias Query = Parameters

extension Parameters {
  init(_ text: String) throws { try self.init(decoding: text) }
}
