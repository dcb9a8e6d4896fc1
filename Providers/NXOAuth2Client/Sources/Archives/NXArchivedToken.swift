// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// A token as NXOAuth2Client stored it in the keychain.
///
/// ```swift
/// let token = try NXArchivedToken(parsing: data)     // kSecAttrGeneric of the item; on a Mac its kSecValueData
/// let session = try await oauth.takeOver(token)
/// ```
///
/// The item is a generic password; its service is ``service(bundleID:group:)``.
public struct NXArchivedToken: Sendable {
  /// The access token.
  public let accessToken: Secret
  /// The refresh token; nil if the authorization server issued none.
  public let refreshToken: Secret?
  /// When the access token expires, by the wall clock. A token without a known expiry was used until it
  /// was rejected.
  public let expiry: Expiry
  /// The scopes; nil when neither the authorization server nor the app had named any.
  public let scopes: [Scope]?
  /// The type of the access token; nil when the authorization server did not return it, which meant
  /// `OAuth`.
  public let tokenType: String?
  /// The whole token response, including the tokens; nil where it was not stored.
  public let responseBody: Secret?

  /// The service attribute (`kSecAttrService`) of the keychain item of a client.
  ///
  /// - Parameters:
  ///   - bundleID: The app's bundle identifier.
  ///   - group: The `keyChainGroup` that the app gave; without one, the host of the token URL.
  public static func service(bundleID: String, group: String) -> String {
    "\(bundleID)::OAuth2::\(group)"
  }

  /// Reads the archive of a token.
  ///
  /// - Parameter data: The content of the keychain item, at most 1 MiB.
  /// - Throws: `misused` naming `data`, when it is not an archive of such a token.
  public init(parsing data: Data) throws(OAuthError) {
    try self.init(KeyedArchive(Array(data)).root)
  }

  /// - Throws: `misused` naming `data`, when it is not a token.
  init(_ object: KeyedArchive.Object) throws(OAuthError) {
    guard let token = object["accessToken"].text else { throw BinaryPropertyList.malformed }
    accessToken = try Self.secret(token)
    refreshToken = try object["refreshToken"].text.map(Self.secret)
    expiry = object["expiresAt"].date.map(Expiry.at) ?? .unknown
    let names = object["scope"].elements?.compactMap(\.text).sorted()
    let valid = names?.map(Scope.init(rawValue:)).filter { !$0.rawValue.isEmpty && $0.isValid }
    scopes = valid.flatMap { $0.isEmpty ? nil : $0 }
    tokenType = object["tokenType"].text.flatMap { $0.isEmpty ? nil : $0 }
    responseBody = object["responseBody"].text.map { Secret($0) }
  }

  /// Checks a token. It has visible ASCII characters only: a space, which
  /// [RFC 6749 A.12](https://www.rfc-editor.org/rfc/rfc6749#appendix-A.12) allows, cannot be sent in a header field.
  private static func secret(_ text: String) throws(OAuthError) -> Secret {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw BinaryPropertyList.malformed
    }
    return Secret(text)
  }

  /// The tokens, to be adopted with `Client.adopt`.
  ///
  /// - Parameters:
  ///   - receivedAt: The current time, by the wall clock.
  ///   - defaultType: The type of a token whose type was not stored: that of the provider's dialect.
  public func grant(receivedAt: Date, defaultType: String = "OAuth") -> TokenGrant {
    let type = tokenType ?? defaultType
    var grant = TokenGrant(
      accessToken: accessToken,
      // The old library changed the `bearer` of a response to `Bearer`.
      tokenType: type.lowercased() == "bearer" ? "Bearer" : type, expiry: expiry,
      refreshToken: refreshToken, receivedAt: receivedAt)
    grant.scopes = scopes
    grant.extra = extra
    return grant
  }

  /// The members of the token response besides the tokens.
  private var extra: JSONObject {
    guard let responseBody,
      var json = try? JSONObject(parsing: Array(responseBody.reveal().utf8))
    else { return [:] }
    for name in [
      "access_token", "refresh_token", "token_type", "expires_in", "scope", "id_token",
    ] { json[name] = nil }
    return json
  }
}

extension NXArchivedToken: CustomReflectable {
  /// The expiry, the scopes and the type: no token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["expiry": expiry, "scopes": scopes as Any, "tokenType": tokenType as Any])
  }
}
