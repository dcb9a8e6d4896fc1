// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Signs in with an authorization code of a Kii app that acts as an authorization server for other apps.
public struct KiiCodeSignIn: SignInFlow {
  /// The redirect URI to which the code was sent.
  public let redirectURI: String
  let code: Secret

  /// Redeems the code at the token endpoint.
  ///
  /// - Throws: `misused` naming `secret` when the client has no secret, or `code` when the code is empty,
  ///   before anything is sent; `invalidGrant` when the code is invalid.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    _ = try KiiApp(context)
    guard case .post = context.client.authentication else {
      throw .misused("secret", "A code is redeemed by a client with a secret.")
    }
    try KiiRules.checkText(code.reveal(), named: "code")
    let grant = DirectGrant.other(
      type: "authorization_code", ["code": code.reveal(), "redirect_uri": redirectURI])
    return try await GrantSignIn(grant).session(in: context, storedAs: name)
  }
}

extension SignInFlow where Self == KiiCodeSignIn {
  /// A sign-in with an authorization code of a Kii app that acts as an authorization server for other
  /// apps.
  ///
  /// The client needs its id and its secret at that app. The `state` of the callback is not checked here:
  /// the program compares it first.
  ///
  /// - Parameters:
  ///   - code: The authorization code.
  ///   - redirectURI: The redirect URI to which it was sent.
  public static func kiiCode(_ code: Secret, redirectURI: String) -> KiiCodeSignIn {
    KiiCodeSignIn(redirectURI: redirectURI, code: code)
  }
}
