// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
public import Foundation

/// How a service in the manner of draft 10 behaves where such services differ.
public struct NXBehaviour: Sendable {
  /// The `token_type` of a reply; nil for none, which means the scheme `OAuth`.
  public var tokenType: String?
  /// Whether a refresh brings a new refresh token, and the old one is invalid.
  public var rotates = true
  /// Whether the granted scopes come as an array.
  public var scopeIsArray = false
  /// Whether a client that does not ask for JSON gets a form.
  public var repliesInForms = false
  /// Whether token requests may come as multipart.
  public var readsMultipart = false
  /// Whether token requests may come as a GET.
  public var readsQueries = false
  /// Whether a client's secret may be in the body.
  public var readsSecretInBody = true
  /// Whether the authorization page refuses parameters it does not know, such as those of PKCE.
  public var refusesUnknown = false
  /// The member of a token reply that says whose it is; nil for none.
  public var subjectMember: String?
  /// What a 401 for a bad token says.
  public var challenge = #"OAuth realm="nx", error="expired_token""#
  /// How long an access token lasts, in seconds.
  public var lifetime: TimeInterval = 3600
  /// How long a refresh token lasts, in seconds; nil indefinitely. 0 gives out none.
  public var refreshLifetime: TimeInterval?

  /// As the old library's examples expect it.
  public init() {}

  /// The scheme of the `Authorization` field.
  var scheme: String {
    guard let tokenType else { return "OAuth" }
    return tokenType.lowercased() == "bearer" ? "Bearer" : tokenType
  }
}
