// SPDX-License-Identifier: Apache-2.0

/// A statement that a connection has prepared, or prepares at its first use.
final class PreparedStatement {
  let name: String
  let text: String
  /// Whether the database has confirmed it.
  var isPrepared = false
  /// The index of each column, known from the first result on.
  var columns: [String: Int32]?

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A statement with its parameters, to be sent.
package struct PreparedCall: Sendable {
  let text: String
  let values: [PostgreSQLValue]

  /// A statement and its parameters.
  package init(_ text: String, _ values: PostgreSQLValue...) {
    self.init(text, values)
  }

  /// A statement and its parameters.
  package init(_ text: String, _ values: [PostgreSQLValue]) {
    self.text = text
    self.values = values
  }
}
