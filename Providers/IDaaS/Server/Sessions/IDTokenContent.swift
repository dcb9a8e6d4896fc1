// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The user and the session of an ID token.
struct IDTokenContent {
  let session: SocialSession
  let family: RefreshFamily
  let user: User
  /// The user's contacts, where they were just read.
  let contacts: [Contact]?
  let issuedAt: Date

  init(
    _ session: SocialSession, of family: RefreshFamily, for user: User,
    with contacts: [Contact]? = nil, at now: Date
  ) {
    self.session = session
    self.family = family
    self.user = user
    self.contacts = contacts
    issuedAt = now
  }
}

/// An ID token, and its lifetime in seconds.
struct MintedIDToken {
  let token: Secret
  let lifetime: Int
}

extension IDaaSServer {
  /// How long before its creation an ID token is already valid, in seconds: clocks of phones can be late.
  private static let notBefore: TimeInterval = 120

  /// Makes an ID token. [OIDC Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
  func mint(_ content: IDTokenContent) async throws -> MintedIDToken {
    let family = content.family
    let issued = content.issuedAt
    // The ID token does not outlive its session.
    let expires = min(
      issued.addingTimeInterval(settings.idTokenLifetime), family.absoluteExpiry)
    var profile = try await userClaims(of: content.user, contacts: content.contacts)
    // The document's sample: `"email": ""` for a user without an address.
    profile["email"] = profile["email"] ?? ""
    var claims: JSONObject = [
      "iss": .string(settings.issuer),
      "aud": .string(family.clientID),
      "sub": .string(content.user.id),
      "iat": .wholeSeconds(issued),
      "nbf": .wholeSeconds(issued.addingTimeInterval(-Self.notBefore)),
      "exp": .wholeSeconds(expires),
      "jti": .string(environment.token(bytes: 16)),
      "auth_time": .wholeSeconds(family.authTime),
      "amr": .array(content.session.methods.map(JSONValue.string)),
      "sid": .string(family.id),
    ]
    for (name, value) in profile { claims[name] = value }
    if settings.writesAPIClaim {
      claims["api"] = .string(String(decoding: profile.serialized(), as: UTF8.self))
    }
    let algorithm = settings.idTokenAlgorithm.signature
    guard let key = try await keys.ring().active[algorithm] else {
      throw OAuthError.misused("keys", "No \(algorithm.rawValue) key is active.")
    }
    return MintedIDToken(
      token: Secret(try key.sign(claims, type: "JWT")), lifetime: expires.seconds(after: issued))
  }
}

extension JSONValue {
  /// A NumericDate in whole seconds.
  static func wholeSeconds(_ date: Date) -> JSONValue {
    .number(JSONNumber(Int(date.timeIntervalSince1970.rounded(.down))))
  }
}
