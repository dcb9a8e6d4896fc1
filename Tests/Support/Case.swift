// SPDX-License-Identifier: Apache-2.0
public import Testing

/// One row of a table of cases.
public struct Case<Value: Sendable>: Sendable, CustomTestStringConvertible {
  /// The name of the row in the results.
  public let name: String
  /// The argument of the test.
  public let value: Value

  /// A row.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The name.
  public var testDescription: String { name }
}
