// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

extension HTTPFields {
  /// Creates the additional header fields of a provider from their names and values.
  ///
  /// - Throws: `misused` naming `fields`, when a name or value is not permitted: a line break would begin
  ///   another field.
  package init(named values: [String: String]) throws(OAuthError) {
    self.init()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw .misused("fields", "A header field holds forbidden characters.")
      }
      self[name] = value
    }
  }
}
