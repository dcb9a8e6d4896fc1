// SPDX-License-Identifier: Apache-2.0

/// The status of a login: the member `status`.
public struct LoginStatus: RawRepresentable, Sendable, Hashable {
  /// The word in the reply, without the spaces that some servers put around it.
  public let rawValue: String

  /// Creates a status from its word. White space around it is removed.
  ///
  /// - Parameter rawValue: The word in the reply, such as `SOCIAL_BIND`.
  public init(rawValue: String) {
    self.rawValue = String(
      rawValue.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private init(_ rawValue: String) { self.init(rawValue: rawValue) }

  /// The user is signed in; the reply contains the tokens.
  public static let success = Self("SUCCESS")
  /// The user must verify a phone number or e-mail address of an existing user.
  public static let socialBind = Self("SOCIAL_BIND")
  /// The user must verify a phone number or e-mail address; a new user is registered.
  public static let userRegister = Self("USER_REGISTER")
  /// A second factor is required.
  public static let secondFactor = Self("MFA_AUTH")
  /// The user must confirm the account that was found.
  public static let confirmLink = Self("CONFIRM_LINK")
  /// The password expires in a few days.
  public static let passwordWarning = Self("PASSWORD_WARN")
  /// The password must be changed before the login continues.
  public static let passwordExpired = Self("PASSWORD_EXPIRED")
  /// A policy of the tenant refuses the login.
  public static let accessDenied = Self("ACCESS_DENIED")
}
