// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The tokens of a session, for an app that stores them itself.
///
/// A `Session` is stored already: most apps do not need this.
public struct KiiTokens: Sendable {
  /// The access token. Any program that has it acts as the user.
  public let accessToken: Secret
  /// When the access token expires, by the wall clock; the distant future when it does not.
  public let expiresAt: Date
  /// The refresh token, which can be used once; nil without one.
  public let refreshToken: Secret?

  /// The member of a stored session with an expiry that the app gave, and that does not end the session.
  static let remembered = "kii_expires_at"

  /// Creates the tokens from values that an app has stored.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - expiresAt: When the access token expires, by the wall clock; the distant future when it does
  ///     not.
  ///   - refreshToken: The refresh token; nil for a session that cannot be refreshed.
  public init(accessToken: Secret, expiresAt: Date = .distantFuture, refreshToken: Secret? = nil) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
  }

  /// The current tokens of a session; nil when the session has ended. They are not refreshed first.
  public init?(of session: Session) {
    guard let stored = session.stored else { return nil }
    let told = stored.extra[Self.remembered]?.doubleValue.map(Date.init(timeIntervalSince1970:))
    self.init(
      accessToken: stored.accessToken, expiresAt: stored.expiry.date ?? told ?? .distantFuture,
      refreshToken: stored.refreshToken)
  }

  /// The tokens as the dictionary of the old SDK: `access_token`, `expires_at`, and `refresh_token` when
  /// there is one. They are not encrypted: store them where no other program can read them.
  public var dictionary: [String: any Sendable] {
    var dictionary: [String: any Sendable] = [
      "access_token": accessToken.reveal(), "expires_at": expiresAt,
    ]
    dictionary["refresh_token"] = refreshToken?.reveal()
    return dictionary
  }

  /// Reads the tokens from such a dictionary, also from one of the old SDK itself.
  ///
  /// ```swift
  /// // The last time with the old SDK, after `KiiUser.authenticate(storedCredentials:)`:
  /// let tokens = KiiTokens(dictionary: KiiUser.current()!.accessTokenDictionary()!)
  /// let session = try await client.signIn(using: .kiiTokens(tokens!), storedAs: "main")
  /// ```
  ///
  /// - Parameter dictionary: The dictionary. Without `expires_at` the access token does not expire.
  /// - Returns: Nil when it has no access token.
  public init?(dictionary: [AnyHashable: Any]) {
    guard let token = dictionary["access_token"] as? String, !token.isEmpty else { return nil }
    self.init(
      accessToken: Secret(token), expiresAt: dictionary["expires_at"] as? Date ?? .distantFuture,
      refreshToken: (dictionary["refresh_token"] as? String).map { Secret($0) })
  }
}
