// SPDX-License-Identifier: Apache-2.0

/// What a user types to say who they are. Its text is sent as it is.
///
/// ```swift
/// try await client.signIn(using: .kiiPassword("alice", password: typed))
/// try await client.signIn(using: .kiiPassword(.email("alice@example.com"), password: typed))
/// try await client.signIn(
///   using: .kiiPassword(.phone("9012345678", country: "JP"), password: typed))
/// ```
public struct KiiUsername: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What is sent.
  public let text: String

  /// A login name, a verified e-mail address, a verified phone number with a `+`, or any of the forms
  /// with a prefix: whatever the user typed.
  public init(_ text: String) {
    self.text = text
  }

  /// As ``init(_:)``.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// An e-mail address: `EMAIL:alice@example.com`.
  public static func email(_ address: String) -> KiiUsername {
    KiiUsername("EMAIL:\(address)")
  }

  /// A phone number: `PHONE:+819012345678`, or `PHONE:JP-9012345678` for a local one.
  ///
  /// - Parameters:
  ///   - number: The number, with a `+` and the country's digits unless a country is given.
  ///   - country: The two letters of the country of a local number.
  public static func phone(_ number: String, country: String? = nil) -> KiiUsername {
    KiiUsername(country.map { "PHONE:\($0)-\(number)" } ?? "PHONE:\(number)")
  }

  /// A thing by its vendor's id: `VENDOR_THING_ID:lamp-1`.
  public static func thing(_ vendorThingID: String) -> KiiUsername {
    KiiUsername("VENDOR_THING_ID:\(vendorThingID)")
  }

  /// What to sign a user in with who has several: the login name, else a verified e-mail address, else a
  /// verified phone number, else an e-mail address, else a phone number; nil for a user with none.
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
