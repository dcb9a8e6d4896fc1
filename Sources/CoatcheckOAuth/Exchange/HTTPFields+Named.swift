// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

extension HTTPFields {
  /// The fields of a provider's own, by their names.
  ///
  /// - Throws: `misused` naming `fields`, when one cannot be sent: a line in it would be a field of its own.
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
