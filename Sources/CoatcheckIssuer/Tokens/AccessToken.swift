// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An access token of ours: a JWT of type `at+jwt`, always signed with ES256.
///
/// `grant_id` names the family, so that our own endpoints see a revocation at once; others may
/// accept the token until it expires. [RFC 9068
/// §2](https://www.rfc-editor.org/rfc/rfc9068#section-2)
struct AccessToken: Sendable {
  let subject: String
  let clientID: String
  let scopes: [String]
  let familyID: String?
  let issuedAt: Date
  let expiresAt: Date

  init(
    subject: String, clientID: String, scopes: [String], familyID: String?, issuedAt: Date,
    expiresAt: Date
  ) {
    self.subject = subject
    self.clientID = clientID
    self.scopes = scopes
    self.familyID = familyID
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  func signed(by ring: KeyRing, for issuing: Issuing) throws -> Secret {
    // "JWT access tokens MUST include this media type in the "typ" header parameter …" and the
    // claims "iss", "exp", "aud", "sub", "client_id", "iat" and "jti".
    var claims: JSONObject = [
      "iss": .string(issuing.settings.issuer.text),
      "aud": .string(issuing.settings.audience),
      "sub": .string(subject),
      "client_id": .string(clientID),
      "iat": .seconds(issuedAt),
      "exp": .seconds(expiresAt),
      "jti": .string(issuing.environment.token(bytes: 16)),
      "scope": .string(scopes.joined(separator: " ")),
    ]
    if let familyID { claims["grant_id"] = .string(familyID) }
    guard let key = ring.active[.es256] else { throw OAuthError.server("No ES256 key is active.") }
    return Secret(try key.sign(claims, type: "at+jwt"))
  }

  /// Reads a presented token.
  ///
  /// - Returns: nil unless it is a live access token of this issuer for this audience.
  init?(_ presented: Secret, ring: KeyRing, settings: IssuerSettings, now: Date) {
    guard let unverified = try? UnverifiedJWT(presented.reveal()),
      // An ID token is signed by the same issuer and must not pass for an access token.
      // "The resource server MUST verify that the "typ" header value is "at+jwt"".
      unverified.header.hasType("at+jwt"),
      let jwt = try? unverified.verified(by: ring.verification, accepting: [.es256]),
      jwt.claims["iss"]?.stringValue == settings.issuer.text,
      // "The resource server MUST validate that the "aud" claim contains a resource indicator value
      // corresponding to an identifier the resource server expects for itself."
      jwt.claims["aud"]?.stringValue == settings.audience,
      let subject = jwt.claims["sub"]?.stringValue,
      let clientID = jwt.claims["client_id"]?.stringValue,
      let issued = jwt.claims["iat"]?.doubleValue, let expires = jwt.claims["exp"]?.doubleValue,
      now < Date(timeIntervalSince1970: expires)
    else { return nil }
    self.init(
      subject: subject, clientID: clientID,
      scopes: Scope.list(jwt.claims["scope"]?.stringValue ?? "").map(\.rawValue),
      familyID: jwt.claims["grant_id"]?.stringValue,
      issuedAt: Date(timeIntervalSince1970: issued),
      expiresAt: Date(timeIntervalSince1970: expires))
  }
}

extension JSONValue {
  /// A NumericDate in whole seconds.
  static func seconds(_ date: Date) -> JSONValue {
    .number(JSONNumber(Int(date.timeIntervalSince1970.rounded(.down))))
  }
}
