// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
public import Foundation

/// The behavior of ``NXService`` where services of draft 10 differ.
public struct NXBehaviour: Sendable {
  /// The `token_type` of a token response; nil for none, which means the scheme `OAuth`.
  public var tokenType: String?
  /// Whether a refresh issues a new refresh token and invalidates the old one.
  public var rotates = true
  /// Whether the granted scopes are a JSON array.
  public var scopeIsArray = false
  /// Whether token responses are forms for a client that does not accept JSON.
  public var repliesInForms = false
  /// Whether token requests may be `multipart/form-data`.
  public var readsMultipart = false
  /// Whether token requests may be a `GET` with a query.
  public var readsQueries = false
  /// Whether the client secret may be in the body.
  public var readsSecretInBody = true
  /// Whether the authorization endpoint refuses unknown parameters, such as those of PKCE.
  public var refusesUnknown = false
  /// The member of the token response that has the subject of the tokens; nil for none.
  public var subjectMember: String?
  /// The `WWW-Authenticate` field of the response 401 to an invalid token.
  public var challenge = #"OAuth realm="nx", error="expired_token""#
  /// The lifetime of access tokens, in seconds.
  public var lifetime: TimeInterval = 3600
  /// The lifetime of refresh tokens, in seconds; nil for tokens that do not expire, 0 for no refresh
  /// tokens.
  public var refreshLifetime: TimeInterval?

  /// Creates the behavior that the examples of the old library expect.
  public init() {}

  /// The scheme of the `Authorization` field.
  var scheme: String {
    guard let tokenType else { return "OAuth" }
    return tokenType.lowercased() == "bearer" ? "Bearer" : tokenType
  }
}
