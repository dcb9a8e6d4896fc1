// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in by what another app of the same vendor has shared.
///
/// [OpenID Connect Native SSO for Mobile Apps 1.0
/// §4](https://openid.net/specs/openid-connect-native-sso-1_0.html).
public struct NativeSSOSignIn: SignInFlow {
  /// What the other app has shared.
  public let shared: NativeSSO
  /// What is requested.
  public let scopes: [Scope]

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - shared: What the other app has shared.
  ///   - scopes: The scopes to request.
  public init(_ shared: NativeSSO, scopes: [Scope]) {
    self.shared = shared
    self.scopes = scopes
  }

  /// Exchanges what was shared for tokens of this app's own.
  ///
  /// - Throws: `misused` when it was shared at another issuer: nothing is sent; `refused` with
  ///   `invalidGrant` when the user has signed out there; `unreadable` for invalid tokens.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    guard context.metadata.issuer.text == shared.issuer else {
      throw .misused("shared", "The apps share a sign-in at another issuer.")
    }
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    let tokens = try await context.perform(
      DirectExchange(
        .tokenExchange(shared.grant), scopes: scopes, client: context.client,
        tokenEndpoint: tokenEndpoint, dialect: context.dialect))
    return try await context.session(of: tokens, scopes: scopes, storedAs: name)
  }
}

extension SignInFlow where Self == NativeSSOSignIn {
  /// By what another app of the same vendor has shared.
  public static func nativeSSO(_ shared: NativeSSO, scopes: [Scope]) -> NativeSSOSignIn {
    NativeSSOSignIn(shared, scopes: scopes)
  }
}

extension StoredSession {
  /// What other apps of the vendor on this device can sign in by; nil when the issuer gave no
  /// device secret.
  public var nativeSSO: NativeSSO? {
    guard let idToken, let secret = extra["device_secret"]?.stringValue, !secret.isEmpty else {
      return nil
    }
    return NativeSSO(issuer: account.issuer, idToken: idToken, deviceSecret: Secret(secret))
  }
}
