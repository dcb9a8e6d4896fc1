// SPDX-License-Identifier: Apache-2.0

/// The media types of the protocol, compared as
/// [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1) says: without regard to
/// case.
package enum MediaType {
  package static let form = "application/x-www-form-urlencoded"
  static let json = "application/json"

  /// Type and subtype in lower case, without parameters.
  static func essence(_ field: String) -> String {
    field.prefix { $0 != ";" }.trimmingSpaces.lowercased()
  }

  /// Whether the field names JSON: `application/json` or `application/…+json`.
  static func isJSON(_ field: String?) -> Bool {
    guard let essence = field.map(essence) else { return false }
    return essence == json || (essence.hasPrefix("application/") && essence.hasSuffix("+json"))
  }

  /// Whether the field names a form, with no parameter or with `charset=utf-8`.
  package static func isForm(_ field: String?) -> Bool {
    // Fast path: nearly every form has the media type in lower case and without parameters.
    guard let field, field != form else { return field != nil }
    guard essence(field) == form else { return false }
    return field.split(separator: ";").dropFirst().allSatisfy {
      ["charset=utf-8", "charset=\"utf-8\""].contains($0.trimmingSpaces.lowercased())
    }
  }
}
