// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The content of a keychain item that docomo's own SDK for iOS stored under a store key. An app that
/// migrates adopts it, so that its users do not have to sign in again.
///
/// ```swift
/// let record = try DocomoRecord(parsing: text)  // kSecValueData of the item, as text
/// let session = try await client.adopt(
///   record.grant(receivedAt: .now), subject: "main", storedAs: "main", accessibility: record.accessibility)
/// ```
///
/// The next sign-in with this key, and with no other scopes than those of the record, does not need the
/// user. A record without a refresh token holds an access token and nothing else: its scopes are not
/// known, and it counts as expired, so that the user signs in.
///
/// The item is a generic password. Its service is `DocomoRecord.service(storeKey: "main")`, its account
/// is `DocomoRecord.account`.
public struct DocomoRecord: Sendable {
  /// The access token.
  public let accessToken: Secret
  /// The refresh token; nil if the authorization server issued none.
  public let refreshToken: Secret?
  /// When the access token expires, by the wall clock. Without a refresh token the SDK did not write it
  /// and treated the token as expired, as this type does.
  public let expiry: Expiry
  /// The scopes that the user approved; nil where the record does not say it.
  public let scopes: [Scope]?
  /// When the item could be read, as the app had chosen; nil where the record does not say it.
  public let accessibility: KeychainAccessibility?

  /// The account attribute (`kSecAttrAccount`) of every item: `OAuth`.
  public static let account = "OAuth"

  /// The service attribute (`kSecAttrService`) of the item under a store key.
  ///
  /// - Parameter storeKey: The store key that the app gave to docomo's SDK.
  public static func service(storeKey: String) -> String { storeKey + "-docomo" }

  /// Reads a record.
  ///
  /// - Parameter text: The content of the item (`kSecValueData`), at most 64 KiB.
  /// - Throws: `misused` naming `text`, when it is not a record of that SDK.
  public init(parsing text: String) throws(OAuthError) {
    guard text.utf8.count <= 64 << 10 else { throw Self.unknown }
    guard let members = try? Parameters(decoding: text),
      let token = members["accessToken-docomo"]
    else {
      // Without a refresh token the item is the access token, and nothing else.
      accessToken = try Self.token(text)
      refreshToken = nil
      expiry = .at(.distantPast)
      scopes = nil
      accessibility = nil
      return
    }
    accessToken = try Self.token(token)
    // The value of this member is a form itself, which has the refresh token.
    let inner = members["original-docomo"].flatMap { try? Parameters(decoding: $0) }
    refreshToken = try inner?["refresh_token"].map(Self.token)
    scopes = try inner?["scope"].map(Self.scopes)
    expiry =
      members["expirationDate-docomo"].flatMap(Double.init).flatMap(Self.expiry)
      ?? .at(.distantPast)
    accessibility =
      members["accessibility-docomo"].flatMap(DocomoAccessibility.init)?.accessibility
  }

  /// The tokens of the record, to be adopted with `Client.adopt`.
  ///
  /// - Parameter receivedAt: The current time, by the wall clock.
  public func grant(receivedAt: Date) -> TokenGrant {
    var grant = TokenGrant(
      accessToken: accessToken, expiry: expiry, refreshToken: refreshToken, receivedAt: receivedAt)
    grant.scopes = scopes
    return grant
  }

  /// Checks a token. It has visible ASCII characters only: a space, which
  /// [RFC 6749 A.12](https://www.rfc-editor.org/rfc/rfc6749#appendix-A.12) allows, cannot be sent in a header field.
  private static func token(_ text: String) throws(OAuthError) -> Secret {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw unknown }
    return Secret(text)
  }

  private static func scopes(_ text: String) throws(OAuthError) -> [Scope] {
    let scopes = Scope.list(text)
    guard scopes.allSatisfy(\.isValid) else { throw unknown }
    return scopes
  }

  private static func expiry(_ seconds: Double) -> Expiry? {
    // Up to the year 9999: a later time is invalid.
    (0...253_402_300_799).contains(seconds) ? .at(Date(timeIntervalSince1970: seconds)) : nil
  }

  private static var unknown: OAuthError {
    .misused("text", "This is no record of docomo's SDK.")
  }
}
