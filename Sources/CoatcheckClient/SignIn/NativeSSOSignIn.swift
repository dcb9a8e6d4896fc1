// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with the ID token and the device secret that another app of the same vendor has shared.
///
/// [OpenID Connect Native SSO for Mobile Apps §4](https://openid.net/specs/openid-connect-native-sso-1_0.html).
public struct NativeSSOSignIn: SignInFlow {
  /// The ID token and the device secret of the other app.
  public let shared: NativeSSO
  /// The scopes to request.
  public let scopes: [Scope]

  /// Creates the flow.
  ///
  /// - Parameters:
  ///   - shared: The ID token and the device secret of the other app.
  ///   - scopes: The scopes to request.
  public init(_ shared: NativeSSO, scopes: [Scope]) {
    self.shared = shared
    self.scopes = scopes
  }

  /// Exchanges the shared tokens for tokens of this app.
  ///
  /// - Throws: `misused` naming `shared` when they were shared at another issuer: nothing is sent;
  ///   `refused` with `invalidGrant` when the user has signed out there; `unreadable` for invalid
  ///   tokens; what the transport throws.
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
  /// With the ID token and the device secret that another app of the same vendor has shared.
  ///
  /// - Parameters:
  ///   - shared: The ID token and the device secret of the other app, such as
  ///     ``StoredSession/nativeSSO``.
  ///   - scopes: The scopes to request.
  public static func nativeSSO(_ shared: NativeSSO, scopes: [Scope]) -> NativeSSOSignIn {
    NativeSSOSignIn(shared, scopes: scopes)
  }
}

extension StoredSession {
  /// The ID token and the device secret with which other apps of the vendor on this device can sign in;
  /// nil when the authorization server issued no device secret.
  public var nativeSSO: NativeSSO? {
    guard let idToken, let secret = extra["device_secret"]?.stringValue, !secret.isEmpty else {
      return nil
    }
    return NativeSSO(issuer: account.issuer, idToken: idToken, deviceSecret: Secret(secret))
  }
}
