// SPDX-License-Identifier: Apache-2.0

import Testing

/// One row of a table of cases.
struct Named<Value: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let value: Value

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  var testDescription: String { name }
}
