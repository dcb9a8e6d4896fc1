// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Reads and writes queries.
typealias Query = Parameters

extension Parameters {
  init(_ text: String) throws { try self.init(decoding: text) }

  /// The same parameters, with others set.
  func with(_ others: Parameters) -> Parameters {
    var all = self
    for (name, value) in others.pairs { all[name] = value }
    return all
  }
}
