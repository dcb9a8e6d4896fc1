// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// A token as NXOAuth2Client kept it in the keychain.
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
  /// The refresh token, if there was one.
  public let refreshToken: Secret?
  /// When the access token ends. Without a time the old library used it until it was rejected.
  public let expiry: Expiry
  /// The scopes; nil when neither the service nor the app had said any.
  public let scopes: [Scope]?
  /// How the access token is presented; nil when the service did not say it, which meant `OAuth`.
  public let tokenType: String?
  /// The whole token reply. It holds the tokens.
  public let responseBody: Secret?

  /// The service of the keychain item of a client.
  ///
  /// - Parameters:
  ///   - bundleID: The app's bundle identifier.
  ///   - group: The `keyChainGroup` that the app gave; without one, the host of the token URL.
  public static func service(bundleID: String, group: String) -> String {
    "\(bundleID)::OAuth2::\(group)"
  }

  /// Reads the archive of a token.
  ///
  /// - Parameter data: What the item holds, at most 1 MiB.
  /// - Throws: `misused` naming `data`, when it is no archive of such a token.
  public init(parsing data: Data) throws(OAuthError) {
    try self.init(KeyedArchive(Array(data)).root)
  }

  /// - Throws: `misused` naming `data`, when it is no token.
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

  /// A token: RFC 6749 appendix A.12 allows visible ASCII and spaces, a header field no spaces.
  private static func secret(_ text: String) throws(OAuthError) -> Secret {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw BinaryPropertyList.malformed
    }
    return Secret(text)
  }

  /// The tokens, to be adopted.
  ///
  /// - Parameters:
  ///   - receivedAt: Now.
  ///   - defaultType: The type of tokens whose type was not said; that of the provider's dialect.
  public func grant(receivedAt: Date, defaultType: String = "OAuth") -> TokenGrant {
    let type = tokenType ?? defaultType
    var grant = TokenGrant(
      accessToken: accessToken,
      // The old library wrote `Bearer` where a service had said `bearer`.
      tokenType: type.lowercased() == "bearer" ? "Bearer" : type, expiry: expiry,
      refreshToken: refreshToken, receivedAt: receivedAt)
    grant.scopes = scopes
    grant.extra = extra
    return grant
  }

  /// The members of the reply besides the tokens.
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
  /// No token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["expiry": expiry, "scopes": scopes as Any, "tokenType": tokenType as Any])
  }
}
