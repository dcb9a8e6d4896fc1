// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
package import CoatcheckFoundation

extension TokenGrant {
  /// The maximum length of a token, in bytes.
  static let maximumToken = 16 << 10

  /// Reads the members of a token response.
  ///
  /// Accepted deviations: `scope` may be an array, and a member that is null counts as absent. For
  /// `expires_in` see ``Expiry``.
  ///
  /// - Parameters:
  ///   - json: The JSON object of the response.
  ///   - receivedAt: The wall-clock time at which it arrived.
  ///   - tokenTypes: Which types of access tokens are accepted.
  ///   - defaultTokenType: The type if the response has no `token_type`; nil to refuse such a response.
  package init(
    json: JSONObject, receivedAt: Date, tokenTypes: TokenTypeRule = .understood,
    defaultTokenType: String? = nil
  ) throws(OAuthError) {
    guard let access = try Self.token("access_token", in: json), access.reveal().isVisibleASCII
    else {
      throw .unreadable(
        .tokenMalformed, "The reply has no access token that could be sent.",
        parameter: "access_token",
        status: 200)
    }
    var extra = JSONObject()
    for (name, value) in json where !Self.members.contains(name) { extra[name] = value }
    self.init(
      accessToken: access,
      tokenType: try tokenTypes.type(in: json, unnamed: defaultTokenType),
      expiry: Expiry(expiresIn: json["expires_in"], receivedAt: receivedAt),
      refreshToken: try Self.token("refresh_token", in: json),
      idToken: try Self.token("id_token", in: json), receivedAt: receivedAt)
    refreshExpiry = Self.refreshExpiry(in: json, receivedAt: receivedAt)
    scopes = try Self.scopes(in: json)
    self.extra = extra
    details = try Self.details(in: json)
  }

  private static func details(in json: JSONObject) throws(OAuthError) -> [AuthorizationDetail]? {
    guard let value = json[AuthorizationDetail.parameter], value != .null else { return nil }
    guard let details = AuthorizationDetail.list(value) else {
      throw .unreadable(
        .replyMalformed, "The granted details cannot be read.",
        parameter: AuthorizationDetail.parameter, status: 200)
    }
    return details
  }

  /// A token in a member: `1*VSCHAR` of RFC 6749 appendix A. Null and the empty string count as absent.
  private static func token(_ name: String, in json: JSONObject) throws(OAuthError) -> Secret? {
    switch json[name] {
    case nil, .null, .string(""): return nil
    case .string(let text) where text.isVSCHAR && text.utf8.count <= maximumToken:
      return Secret(text)
    default:
      throw .unreadable(
        .tokenMalformed, "A token in the reply is no text, too long or holds forbidden characters.",
        parameter: name, status: 200)
    }
  }

  /// The expiry of the refresh token, which no specification defines. In `refresh_expires_in` of Keycloak,
  /// 0 means that the token does not expire, so that only a positive number is an expiry.
  private static func refreshExpiry(in json: JSONObject, receivedAt: Date) -> Expiry {
    let value = json["refresh_expires_in"] ?? json["refresh_token_expires_in"]
    let expiry = Expiry(expiresIn: value, receivedAt: receivedAt)
    return expiry.isExpired(at: receivedAt) ? .unknown : expiry
  }

  private static func scopes(in json: JSONObject) throws(OAuthError) -> [Scope]? {
    let malformed = OAuthError.unreadable(
      .replyMalformed, "The granted scopes cannot be read.", parameter: "scope", status: 200)
    let scopes: [Scope]
    switch json["scope"] {
    case nil, .null: return nil
    case .string(let text): scopes = Scope.list(text)
    case .array(let values):
      let texts = values.compactMap(\.stringValue)
      guard texts.count == values.count else { throw malformed }
      scopes = Scope.list(texts.joined(separator: " "))
    default: throw malformed
    }
    guard scopes.allSatisfy(\.isValid) else { throw malformed }
    return scopes
  }
}
