// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckOAuth

/// The data of a new user.
public struct KiiRegistration: Sendable {
  /// The name to sign in with.
  public var loginName: String?
  /// The e-mail address.
  public var emailAddress: String?
  /// The phone number: with a `+`, or a local one of ``country``.
  public var phoneNumber: String?
  /// The name to display.
  public var displayName: String?
  /// The country, as two letters.
  public var country: String?
  /// The language, as BCP 47 writes it.
  public var locale: String?
  /// The app's own fields; their names must not be those of Kii's fields or begin with `_`.
  public var fields: JSONObject

  /// Creates the data of a new user; ``locale`` can be set afterwards. The call that sends it checks the
  /// values.
  ///
  /// - Parameters:
  ///   - loginName: The name to sign in with: 3 to 64 letters, digits, `-`, `_` and dots.
  ///   - emailAddress: The e-mail address.
  ///   - phoneNumber: The phone number: at least ten digits, with a `+` or with a country.
  ///   - displayName: The name to display.
  ///   - country: The country, as two letters.
  ///   - fields: The app's own fields; their names must not be those of Kii's fields or begin with `_`.
  public init(
    loginName: String? = nil, emailAddress: String? = nil, phoneNumber: String? = nil,
    displayName: String? = nil, country: String? = nil, fields: JSONObject = [:]
  ) {
    self.loginName = loginName
    self.emailAddress = emailAddress
    self.phoneNumber = phoneNumber
    self.displayName = displayName
    self.country = country
    self.fields = fields
  }

  private static let reserved: Set<String> = [
    "loginName", "emailAddress", "phoneNumber", "displayName", "country", "locale", "password",
    "userID", "internalUserID", "emailAddressVerified", "phoneNumberVerified",
  ]

  /// The body of the request.
  ///
  /// - Throws: `misused` naming the invalid value.
  var json: JSONObject {
    get throws(OAuthError) {
      if let loginName { try KiiRules.checkLoginName(loginName) }
      if let emailAddress { try KiiRules.checkEmail(emailAddress) }
      if let country { try KiiRules.checkCountry(country) }
      if let phoneNumber { try KiiRules.checkPhone(phoneNumber, country: country) }
      var json = JSONObject()
      for (name, value) in fields {
        guard !Self.reserved.contains(name), !name.hasPrefix("_"), !name.isEmpty else {
          throw .misused(name, "This field is not the app's own.")
        }
        json[name] = value
      }
      let own = [
        ("loginName", loginName), ("emailAddress", emailAddress), ("phoneNumber", phoneNumber),
        ("displayName", displayName), ("country", country), ("locale", locale),
      ]
      for (name, value) in own { json[name] = value.map(JSONValue.string) }
      return json
    }
  }

  /// The body of the request for a user with a password.
  func json(password: Secret) throws(OAuthError) -> JSONObject {
    guard username != nil else {
      throw .misused(
        "loginName", "A user needs a login name, an e-mail address or a phone number.")
    }
    var json = try self.json
    try KiiRules.checkPassword(password)
    json["password"] = .string(password.reveal())
    return json
  }

  /// The username to sign in with, in the order of preference of the SDKs.
  var username: KiiUsername? {
    let phone = phoneNumber.map { number in
      KiiUsername.phone(number, country: number.hasPrefix("+") ? nil : country)
    }
    return loginName.map { KiiUsername($0) } ?? emailAddress.map(KiiUsername.email) ?? phone
  }
}
