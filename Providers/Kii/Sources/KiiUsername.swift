// SPDX-License-Identifier: Apache-2.0

/// The username with which a user or a thing signs in. Its text is sent unchanged.
///
/// ```swift
/// try await client.signIn(using: .kiiPassword("alice", password: typed))
/// try await client.signIn(using: .kiiPassword(.email("alice@example.com"), password: typed))
/// try await client.signIn(
///   using: .kiiPassword(.phone("9012345678", country: "JP"), password: typed))
/// ```
public struct KiiUsername: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text that is sent.
  public let text: String

  /// Creates a username from what the user typed.
  ///
  /// - Parameter text: A login name, a verified e-mail address, a verified phone number with a `+`, or
  ///   any of the forms with a prefix.
  public init(_ text: String) {
    self.text = text
  }

  /// Creates a username from a literal, as ``init(_:)``.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A verified e-mail address: `EMAIL:alice@example.com`.
  ///
  /// - Parameter address: The address, without the prefix.
  public static func email(_ address: String) -> KiiUsername {
    KiiUsername("EMAIL:\(address)")
  }

  /// A verified phone number: `PHONE:+819012345678`, or `PHONE:JP-9012345678` for a local one.
  ///
  /// - Parameters:
  ///   - number: The number, with a `+` and the country code unless a country is given.
  ///   - country: The country of a local number, as two letters; nil for an international one.
  public static func phone(_ number: String, country: String? = nil) -> KiiUsername {
    KiiUsername(country.map { "PHONE:\($0)-\(number)" } ?? "PHONE:\(number)")
  }

  /// The id of a thing: `VENDOR_THING_ID:lamp-1`.
  ///
  /// - Parameter vendorThingID: The id that the vendor gave the thing, without the prefix.
  public static func thing(_ vendorThingID: String) -> KiiUsername {
    KiiUsername("VENDOR_THING_ID:\(vendorThingID)")
  }

  /// The username to prefer for a user that has several: the login name, else a verified e-mail address,
  /// else a verified phone number, else an e-mail address, else a phone number; nil for a user that has
  /// no username.
  public static func preferred(for user: KiiUser) -> KiiUsername? {
    let email = user.emailAddress.map { KiiUsername.email($0) }
    let phone = user.phoneNumber.map { number in
      KiiUsername.phone(number, country: number.hasPrefix("+") ? nil : user.country)
    }
    return user.loginName.map { KiiUsername($0) }
      ?? (user.isEmailAddressVerified ? email : nil)
      ?? (user.isPhoneNumberVerified ? phone : nil)
      ?? email ?? phone
  }
}
