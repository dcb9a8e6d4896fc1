// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension ImplicitTransaction: RedirectTransaction {
  static let flow = "implicit"

  // RFC 6749 §4.2.2: the server adds the parameters "to the fragment component of the redirection URI".
  var responseMode: ResponseMode { .fragment }

  func answer(in callback: String, to signIn: SignInContext) async throws(OAuthError) -> TokenGrant
  {
    try grant(from: callback, at: signIn.environment.now())
  }

  func session(
    of grant: TokenGrant, in signIn: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    var session = try await signIn.session(of: grant, scopes: requestedScopes, storedAs: name)
    session.redirectURI = redirectURI
    return session
  }
}
