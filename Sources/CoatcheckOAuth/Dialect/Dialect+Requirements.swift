// SPDX-License-Identifier: Apache-2.0

extension Dialect {
  /// Checks that the arguments of a sign-in meet the requirements of the dialect, before anything is sent.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - redirectURI: The redirect URI; nil when it is not known yet.
  ///   - scopes: The requested scopes.
  /// - Throws: `misused` naming `client_id`, `client_secret`, `redirectURI` or `scopes`.
  package func check(
    _ client: ClientIdentity, redirectURI: String?, scopes: [Scope]
  ) throws(OAuthError) {
    // RFC 6749 appendix A.1: client-id = *VSCHAR
    guard client.id.isVSCHAR else {
      throw .misused("client_id", "The client id is empty or holds forbidden characters.")
    }
    if let secret = client.authentication.secret?.reveal() {
      guard !secret.isEmpty, secret.hasNoControlCharacters else {
        throw .misused("client_secret", "The client secret is empty or holds control characters.")
      }
    } else if requirements.contains(.clientSecret) {
      throw .misused(
        "client_secret", "The provider's clients have a secret, and this one has none.")
    }
    if let redirectURI { _ = try RedirectURI(self.redirectURI.sent(redirectURI)) }
    guard !scopes.isEmpty || !requirements.contains(.scope) else {
      throw .misused("scopes", "The provider wants to be asked for one scope at least.")
    }
    _ = try Scope.checkedText(scopes)
  }
}
