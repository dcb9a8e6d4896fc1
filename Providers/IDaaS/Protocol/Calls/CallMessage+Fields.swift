// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// The header fields that only some calls have.
extension CallMessage {
  static let stateToken = "X-state-token"
  static let sessionToken = "session-token"
  static let signature = "X-signature"

  /// Sets a field; an empty text is left out.
  ///
  /// - Throws: `misused` naming the field, when the text would be more than one field.
  mutating func set(_ name: String, _ value: Secret?) throws(OAuthError) {
    guard let value, !value.isEmpty, let field = HTTPField.Name(name) else { return }
    guard HTTPField.isValidValue(value.reveal()) else {
      throw .misused(name, "A header field holds forbidden characters.")
    }
    fields[field] = value.reveal()
  }

  /// Sets the ID token of a user who is signed in.
  ///
  /// - Throws: `misused` naming the field.
  mutating func setBearer(_ idToken: Secret?) throws(OAuthError) {
    guard let idToken, !idToken.isEmpty else { return }
    try set("Authorization", Secret("Bearer " + idToken.reveal()))
  }

  /// A field; an empty one counts as left out.
  func field(_ name: String) -> Secret? {
    guard let text = HTTPField.Name(name).flatMap({ fields[$0] }), !text.isEmpty else { return nil }
    return Secret(text)
  }

  /// A field that has to be there.
  ///
  /// - Throws: `parameterMissing`.
  func required(_ name: String) throws(Refusal) -> Secret {
    guard let value = field(name) else {
      throw Refusal(.parameterMissing, name, detail: .missingParameter)
    }
    return value
  }

  /// The ID token in `Authorization`, if there is that field.
  ///
  /// - Throws: `parameterFormat` when it carries something else.
  func bearer() throws(Refusal) -> Secret? {
    guard let text = fields[.authorization], !text.isEmpty else { return nil }
    // RFC 9110 §11.1: the scheme is compared without regard to case.
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      !parts[1].isEmpty, !parts[1].contains(" ")
    else { throw Refusal(.parameterFormat, "Authorization", detail: .badFormat) }
    return Secret(String(parts[1]))
  }

  /// The ID token in `Authorization`.
  ///
  /// - Throws: `parameterMissing` or `parameterFormat`.
  func requiredBearer() throws(Refusal) -> Secret {
    guard let token = try bearer() else {
      throw Refusal(.parameterMissing, "Authorization", detail: .missingParameter)
    }
    return token
  }
}
