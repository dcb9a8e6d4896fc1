// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What a request requires of an access token, besides its validity: scopes and the user's authentication.
public struct ResourceRequirement: Sendable, Hashable {
  /// The required scopes; the token must have all of them.
  public var scopes: [Scope]
  /// The acceptable authentication context classes, in order of preference; empty accepts any.
  public var acrValues: [String]
  /// The maximum age of the user's sign-in, in seconds; nil sets no limit.
  public var maxAge: Int?

  /// Creates a requirement; without arguments every valid token fulfills it.
  ///
  /// - Parameters:
  ///   - scopes: The required scopes.
  ///   - acrValues: The acceptable authentication context classes, in order of preference; empty accepts
  ///     any.
  ///   - maxAge: The maximum age of the user's sign-in, in seconds; nil sets no limit.
  public init(scopes: [Scope] = [], acrValues: [String] = [], maxAge: Int? = nil) {
    self.scopes = scopes
    self.acrValues = acrValues
    self.maxAge = maxAge
  }

  /// Checks that a token fulfills the requirement.
  ///
  /// - Parameters:
  ///   - token: A validated access token.
  ///   - now: The current time of the wall clock, for the age of the sign-in.
  /// - Throws: `refused`: ``OAuthError/Code/insufficientScope`` (403) when a scope is missing,
  ///   ``OAuthError/Code/insufficientUserAuthentication`` (401) when `acr` is not acceptable, or
  ///   `auth_time` is missing or too long ago
  ///   ([RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3)). The client has to get another
  ///   token.
  public func check(_ token: AccessToken, at now: Date) throws(OAuthError) {
    // RFC 6750 §3.1: "The request requires higher privileges than provided by the access token. The
    // resource server SHOULD respond with the HTTP 403 (Forbidden) status code".
    guard scopes.allSatisfy(token.scopes.contains) else {
      throw .refused(
        .insufficientScope, "The access token is not good for this.", parameter: "scope")
    }
    // RFC 9470 §3: "The authentication event associated with the access token presented with the request
    // does not meet the authentication requirements of the protected resource."
    guard acrValues.isEmpty || token.acr.map(acrValues.contains) == true else {
      throw .refused(
        .insufficientUserAuthentication, "The user has to sign in in another way.",
        parameter: "acr_values")
    }
    guard let maxAge else { return }
    guard let time = token.authTime, now.timeIntervalSince(time) <= Double(maxAge) else {
      throw .refused(
        .insufficientUserAuthentication, "The user has to sign in again.", parameter: "max_age")
    }
  }
}
