// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckWeb

extension WebSignIn {
  /// Signs a user in without a provider and without a page, for tests of a website's own pages.
  ///
  /// ```swift
  /// let cookie = try await web.signedIn(as: "u-1", at: "work", claims: ["name": "Alice"])
  /// request.headerFields[.cookie] = cookie
  /// ```
  ///
  /// - Parameters:
  ///   - subject: The user's subject identifier at the issuer.
  ///   - provider: The name of the provider in the website.
  ///   - claims: The claims of the ID token; `sub` is set to `subject`.
  ///   - accessToken: The token that `WebSession.accessToken()` returns. It does not expire.
  /// - Returns: The value of the `Cookie` field for the browser's requests.
  /// - Throws: `misused` naming `provider` when the website has no such provider; `storeFailed` when the
  ///   session cannot be stored.
  public func signedIn(
    as subject: String, at provider: String, claims: JSONObject = [:],
    accessToken: Secret = Secret("test-access-token")
  ) async throws(OAuthError) -> String {
    guard let issuer = issuer(of: provider) else {
      throw .misused("provider", "The site has no provider \(provider).")
    }
    var claims = claims
    claims["sub"] = .string(subject)
    let user = WebUser(provider: provider, issuer: issuer, subject: subject, claims: claims)
    return try await opened(for: user, accessToken: accessToken)
  }
}
