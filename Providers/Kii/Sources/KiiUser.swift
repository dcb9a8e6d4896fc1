// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckJOSE
public import CoatcheckOAuth

/// A user of a Kii app, as the response of `users/me` describes them.
public struct KiiUser: Sendable, Hashable {
  /// The user's id; the subject of the account.
  public let id: String
  /// The name to sign in with.
  public let loginName: String?
  /// The name to display.
  public let displayName: String?
  /// The country, as two letters.
  public let country: String?
  /// The language, as BCP 47 writes it.
  public let locale: String?
  /// The e-mail address.
  public let emailAddress: String?
  /// Whether the e-mail address was verified.
  public let isEmailAddressVerified: Bool
  /// The phone number.
  public let phoneNumber: String?
  /// Whether the phone number was verified.
  public let isPhoneNumberVerified: Bool
  /// Whether the user has a password; nil where Kii does not say it. A user without one is a pseudo user,
  /// or signs in with an account of another provider.
  public let hasPassword: Bool?
  /// All fields of the response, also those of the app itself.
  public let fields: JSONObject

  /// The user of a session, as Kii described them when the session was created from a token. Nothing is
  /// sent: ``KiiAccount/user()`` requests the current data.
  ///
  /// - Parameter session: A session of `.kiiToken(…)`; it may have been stored and loaded since.
  /// - Returns: Nil when the session has ended, or was created in another way.
  public init?(of session: Session) {
    guard let json = session.stored?.extra[Self.remembered]?.objectValue,
      let user = try? KiiUser(json: json)
    else { return nil }
    self = user
  }

  /// The member of a stored session that has the user record.
  static let remembered = "kii_user"

  /// The fields that are stored with a session: all of them, or only Kii's own if all would be more than 8
  /// KiB.
  var kept: JSONObject {
    guard fields.serialized().count > Self.maximumKept else { return fields }
    var kept = JSONObject()
    for name in Self.names { kept[name] = fields[name] }
    return kept
  }

  private static let maximumKept = 8 << 10
  private static let names = [
    "userID", "internalUserID", "loginName", "displayName", "country", "locale", "emailAddress",
    "emailAddressVerified", "phoneNumber", "phoneNumberVerified", "_hasPassword",
  ]

  /// Reads a user.
  ///
  /// - Parameter json: The JSON object of `users/me`.
  /// - Throws: `replyMalformed` naming `userID`, when the object does not name the user.
  public init(json: JSONObject) throws(OAuthError) {
    guard let id = json["userID"]?.stringValue, !id.isEmpty else {
      throw .unreadable(
        .replyMalformed, "Kii Cloud does not say who the user is.", parameter: "userID")
    }
    self.id = id
    loginName = json["loginName"]?.stringValue
    displayName = json["displayName"]?.stringValue
    country = json["country"]?.stringValue
    locale = json["locale"]?.stringValue
    emailAddress = json["emailAddress"]?.stringValue
    isEmailAddressVerified = json["emailAddressVerified"] == .bool(true)
    phoneNumber = json["phoneNumber"]?.stringValue
    isPhoneNumberVerified = json["phoneNumberVerified"] == .bool(true)
    if case .bool(let has) = json["_hasPassword"] { hasPassword = has } else { hasPassword = nil }
    fields = json
  }
}
