// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckDocomo
import CoatcheckOAuth
import Foundation
import Synchronization

/// The callback of the old SDK, called on the main thread with either a context or an error.
///
/// New code awaits `Client.signIn(scopes:storedAs:accessibility:)`, which returns a session or throws.
public typealias DCAuthenticateBlock =
  @MainActor (_ context: DCAuthenticationContext?, _ error: (any Error)?) -> Void

/// The old SDK's interface for authentication, implemented by the new library.
///
/// New code uses `client.signIn(scopes:storedAs:accessibility:)`. An invalid argument is reported to the
/// block as an error of ``DCInvalidArgumentDomain``, where the old SDK raised an exception.
public final class DCAuthority {
  private init() {}

  private static let current = Mutex(DCSettings())

  /// The addresses, the store and the browser. Set it before the first call.
  public static var settings: DCSettings {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Signs a user in, or loads the context that is saved under the store key.
  ///
  /// New code uses `Client.signIn(scopes:storedAs:accessibility:)`.
  ///
  /// - Parameters:
  ///   - controller: The controller on which the old SDK pushed a web view. It must not be nil, but
  ///     nothing is pushed: the user signs in in the browser.
  ///   - clientId: The client id.
  ///   - clientSecret: The client secret.
  ///   - redirectUri: The registered redirect URI.
  ///   - scopes: The scopes, as strings; each is sent once. A context that is loaded has the scopes of
  ///     its sign-in.
  ///   - storeKey: The store key; nil or empty for a context that is neither loaded nor saved.
  ///   - accessibility: One of the six `kSecAttrAccessible…` constants of the old SDK; ignored without a
  ///     store key.
  ///   - block: Called once, with a context or an error of ``DCAuthenticationErrorDomain``,
  ///     ``DCAuthenticationCanceledErrorDomain`` or ``DCInvalidArgumentDomain``.
  @MainActor
  public static func authenticate(
    on controller: UINavigationController!, withClientId clientId: String!, clientSecret: String!,
    redirectUri: String!, scopes: [Any]!, storeKey: String!, accessibility: CFTypeRef!,
    block: @escaping DCAuthenticateBlock
  ) {
    let signIn: @Sendable () async throws(OAuthError) -> DCAuthenticationContext
    do throws(OAuthError) {
      guard controller != nil else {
        throw .misused("controller", "The navigation controller is nil.")
      }
      guard let texts = scopes as? [String] else {
        throw .misused("scopes", "The scopes are nil, or one of them is not a text.")
      }
      let name = storeKey.flatMap { $0.isEmpty ? nil : $0 }
      let chosen = try name.map { _ throws(OAuthError) in
        try KeychainAccessibility(constant: accessibility)
      }
      let client = try settings.client(
        clientId ?? "", clientSecret ?? "", redirectUri: redirectUri ?? "")
      signIn = { () async throws(OAuthError) in
        let session = try await session(
          of: client, texts.map(Scope.init(rawValue:)), storedAs: name, chosen)
        return DCAuthenticationContext(session, of: client)
      }
    } catch {
      let argument = error
      signIn = { () async throws(OAuthError) in throw argument }
    }
    call(block, with: signIn)
  }

  /// Refreshes a context, and saves the new tokens where it is saved already.
  ///
  /// New code uses `Session.refresh()`.
  ///
  /// - Parameters:
  ///   - authenticationContext: The context; nil is reported as an invalid argument.
  ///   - block: Called once, with the same context or an error.
  public static func refreshToken(
    with authenticationContext: DCAuthenticationContext!, block: @escaping DCAuthenticateBlock
  ) {
    let context = authenticationContext
    call(block) { () async throws(OAuthError) in
      guard let context else { throw .misused("authenticationContext", "The context is nil.") }
      try await context.session.refresh()
      return context
    }
  }

  /// The session under the store key, whatever its scopes are; without one, the user signs in. The document
  /// requires only a valid token: an app that requests more scopes than before has to remove the stored
  /// context first.
  private static func session(
    of client: Client, _ scopes: [Scope], storedAs name: String?,
    _ accessibility: KeychainAccessibility?
  ) async throws(OAuthError) -> Session {
    try client.check(scopes, name)
    guard let name, let stored = try await client.storedSession(with: [], name) else {
      return try await client.signIn(scopes: scopes, storedAs: name, accessibility: accessibility)
    }
    if let accessibility, accessibility != stored.stored?.accessibility {
      try await client.accounts.setAccessibility(accessibility, of: stored.account)
    }
    return stored
  }

  private static func call(
    _ block: @escaping DCAuthenticateBlock,
    with work: @escaping @Sendable () async throws(OAuthError) -> DCAuthenticationContext
  ) {
    Task {
      do throws(OAuthError) {
        let context = try await work()
        await block(context, nil)
      } catch {
        let error = error.ofAuthentication
        await block(nil, error)
      }
    }
  }
}
