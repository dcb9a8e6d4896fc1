// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What an access token must be good for, besides being good at all.
public struct ResourceRequirement: Sendable, Hashable {
  /// The scopes that are needed, all of them.
  public var scopes: [Scope]
  /// The classes of authentication that will do, best first; empty when any will.
  public var acrValues: [String]
  /// The maximum age of the user's sign-in, in seconds.
  public var maxAge: Int?

  /// A requirement; nothing by default.
  public init(scopes: [Scope] = [], acrValues: [String] = [], maxAge: Int? = nil) {
    self.scopes = scopes
    self.acrValues = acrValues
    self.maxAge = maxAge
  }

  /// Whether a token is good for it.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/insufficientScope`` (403), or
  ///   ``OAuthError/Code/insufficientUserAuthentication`` (401).
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
