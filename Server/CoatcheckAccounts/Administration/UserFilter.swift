// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// A filter for lists of users. A user must satisfy all parts that are not nil.
public struct UserFilter: Sendable, Equatable {
  /// A text to search for; nil for all users.
  ///
  /// It finds the user with exactly this identifier, and users whose name, contacts, or claims `name`,
  /// `email` or `phone_number` contain it. Only the letters A to Z are compared without regard to case.
  public var text: String?
  /// The standing of the users; nil for any standing.
  public var standing: User.Standing?

  /// Creates a filter; without arguments it accepts all users.
  ///
  /// - Parameters:
  ///   - text: A text to search for, as in ``text``; nil for all users.
  ///   - standing: The standing of the users; nil for any standing.
  public init(text: String? = nil, standing: User.Standing? = nil) {
    self.text = text
    self.standing = standing
  }

  /// The claims that are searched.
  package static let claims = ["email", "name", "phone_number"]

  /// Whether the filter matches a user. A store that searches in another way must find the same users.
  package func accepts(_ user: User, contacts: [Contact]) -> Bool {
    if let standing, user.standing != standing { return false }
    guard let text else { return true }
    if user.id.utf8.elementsEqual(text.utf8) { return true }
    let searched =
      [user.name.text] + contacts.map(\.value)
      + Self.claims.compactMap { user.claims[$0]?.stringValue }
    return searched.contains { SearchText.stands(text, in: $0) }
  }
}
