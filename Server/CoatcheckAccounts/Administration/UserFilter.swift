// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Which users a list has.
public struct UserFilter: Sendable, Equatable {
  /// A text to search for; nil for all users.
  ///
  /// It finds users whose identifier it is, and users in whose name, contacts, or claims `name`, `email` and
  /// `phone_number` it stands. The letters A to Z count as a to z.
  public var text: String?
  /// The standing; nil for both.
  public var standing: User.Standing?

  /// Describes a filter; of all users unless something is given.
  public init(text: String? = nil, standing: User.Standing? = nil) {
    self.text = text
    self.standing = standing
  }

  /// The claims that are searched.
  package static let claims = ["email", "name", "phone_number"]

  /// Whether a user is meant. A store that searches by other means gives the same answer.
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
