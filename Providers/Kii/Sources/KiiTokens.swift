// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The tokens of a session, to be kept by an app that keeps them by itself.
///
/// A `Session` is stored already: most apps need none of this.
public struct KiiTokens: Sendable {
  /// The access token. For Kii Cloud, its bearer is the user.
  public let accessToken: Secret
  /// When it ends; the distant future when it does not.
  public let expiresAt: Date
  /// What gets the next one, when there is such a thing. It works once.
  public let refreshToken: Secret?

  /// What a session remembers of an end that it was told and that does not count.
  static let remembered = "kii_expires_at"

  /// Tokens that an app has kept.
  public init(accessToken: Secret, expiresAt: Date = .distantFuture, refreshToken: Secret? = nil) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
  }

  /// The tokens of a session as they are; nil when it has expired.
  public init?(of session: Session) {
    guard let stored = session.stored else { return nil }
    let told = stored.extra[Self.remembered]?.doubleValue.map(Date.init(timeIntervalSince1970:))
    self.init(
      accessToken: stored.accessToken, expiresAt: stored.expiry.date ?? told ?? .distantFuture,
      refreshToken: stored.refreshToken)
  }

  /// The tokens as the old SDK's dictionary: `access_token`, `expires_at`, and `refresh_token` when there
  /// is one. They are in the clear: keep them where no other program can read.
  public var dictionary: [String: any Sendable] {
    var dictionary: [String: any Sendable] = [
      "access_token": accessToken.reveal(), "expires_at": expiresAt,
    ]
    dictionary["refresh_token"] = refreshToken?.reveal()
    return dictionary
  }

  /// The tokens in such a dictionary, also in one that the old SDK itself made.
  ///
  /// ```swift
  /// // The last time with the old SDK, after `KiiUser.authenticate(storedCredentials:)`:
  /// let tokens = KiiTokens(dictionary: KiiUser.current()!.accessTokenDictionary()!)
  /// let session = try await client.signIn(using: .kiiTokens(tokens!), storedAs: "main")
  /// ```
  ///
  /// - Returns: Nil when it has no access token.
  public init?(dictionary: [AnyHashable: Any]) {
    guard let token = dictionary["access_token"] as? String, !token.isEmpty else { return nil }
    self.init(
      accessToken: Secret(token), expiresAt: dictionary["expires_at"] as? Date ?? .distantFuture,
      refreshToken: (dictionary["refresh_token"] as? String).map { Secret($0) })
  }
}
