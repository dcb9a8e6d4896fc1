// SPDX-License-Identifier: Apache-2.0

/// The status of a login.
public struct LoginStatus: RawRepresentable, Sendable, Hashable {
  /// The word as it travels, without the spaces that some answers put around it.
  public let rawValue: String

  /// Any status.
  public init(rawValue: String) {
    self.rawValue = String(
      rawValue.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private init(_ rawValue: String) { self.init(rawValue: rawValue) }

  /// Signed in: here are the tokens.
  public static let success = Self("SUCCESS")
  /// A phone number or e-mail address of an existing user has to be proved.
  public static let socialBind = Self("SOCIAL_BIND")
  /// A phone number or e-mail address has to be proved; a new user is registered.
  public static let userRegister = Self("USER_REGISTER")
  /// A second factor is required.
  public static let secondFactor = Self("MFA_AUTH")
  /// The account that was found has to be confirmed.
  public static let confirmLink = Self("CONFIRM_LINK")
  /// The password expires in a few days.
  public static let passwordWarning = Self("PASSWORD_WARN")
  /// The password has to be changed first.
  public static let passwordExpired = Self("PASSWORD_EXPIRED")
  /// A policy refuses this login.
  public static let accessDenied = Self("ACCESS_DENIED")
}
