// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Signs in with a code of a Kii app that is a provider to other apps.
public struct KiiCodeSignIn: SignInFlow {
  /// Where the code was sent to.
  public let redirectURI: String
  let code: Secret

  /// Redeems the code.
  ///
  /// - Throws: `misused` naming `secret` when the client has none; `invalidGrant` when the code is wrong.
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
  /// With a code of a Kii app that is a provider to other apps.
  ///
  /// The client needs its id and its secret at that app. Who made the code is not checked here: compare the
  /// `state` of the callback before.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - redirectURI: Where it was sent to.
  public static func kiiCode(_ code: Secret, redirectURI: String) -> KiiCodeSignIn {
    KiiCodeSignIn(redirectURI: redirectURI, code: code)
  }
}
