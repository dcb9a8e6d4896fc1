// SPDX-License-Identifier: Apache-2.0

/// A statement that a connection has sent to be prepared, or will send with its first use.
final class PreparedStatement {
  let name: String
  let text: String
  /// The database has confirmed it.
  var isPrepared = false
  /// Where each column is, from the first answer on.
  var columns: [String: Int32]?

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A statement with its parameters, not sent yet.
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
