// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
import Foundation

extension DCAuthenticationContext {
  /// Checks that a context is saved under a key. In Swift this call of the old SDK returns nothing, and
  /// throws where no context is saved.
  ///
  /// New code uses `Client.hasSession(named:)`.
  ///
  /// - Parameter key: The store key; not empty.
  /// - Throws: An `NSError` of ``DCInvalidArgumentDomain`` if the key is nil or empty, of
  ///   ``DCAuthenticationContextAccessErrorDomain`` where no context is saved or the store cannot be
  ///   read, and of ``DCAuthenticationContextNotFoundErrorDomain`` where the record is damaged.
  public static func hasSaved(byKey key: String!) throws {
    _ = try found(key)
  }

  /// Loads a context without the client credentials: it can be used until its access token expires, but
  /// not refreshed.
  ///
  /// - Parameter key: The store key; not empty.
  /// - Throws: As ``load(byKey:clientId:clientSecret:)``.
  @available(*, deprecated, message: "Use load(byKey:clientId:clientSecret:).")
  public static func load(byKey key: String!) throws -> DCAuthenticationContext {
    let stored = try found(key)
    do throws(OAuthError) {
      return DCAuthenticationContext(try reader(of: stored.account).live(stored), of: nil)
    } catch {
      throw error.ofContext
    }
  }

  /// Loads a saved context. When it is refreshed, the new tokens are saved in the same place.
  ///
  /// New code uses `Client.loadSession(named:)`.
  ///
  /// - Parameters:
  ///   - key: The store key; not empty.
  ///   - clientId: The client id; not empty.
  ///   - clientSecret: The client secret; not empty.
  /// - Throws: An `NSError` of ``DCInvalidArgumentDomain`` for an invalid argument, of
  ///   ``DCAuthenticationContextAccessErrorDomain`` where no context is saved or the store cannot be
  ///   read, and of ``DCAuthenticationContextNotFoundErrorDomain`` where the saved context cannot be
  ///   used.
  public static func load(
    byKey key: String!, clientId: String!, clientSecret: String!
  ) throws -> DCAuthenticationContext {
    do throws(OAuthError) {
      let name = try checked(key)
      guard let clientId, !clientId.isEmpty else {
        throw .misused("clientId", "The client id is nil or empty.")
      }
      guard let clientSecret, !clientSecret.isEmpty else {
        throw .misused("clientSecret", "The client secret is nil or empty.")
      }
      let client = try DCAuthority.settings.client(clientId, clientSecret)
      let session = try waiting { () async throws(OAuthError) in
        try await client.loadSession(named: name)
      }
      return DCAuthenticationContext(session, of: client)
    } catch {
      throw error.ofContext
    }
  }

  /// Removes the context that is saved under a key. Its tokens are not revoked: docomo has no revocation
  /// endpoint.
  ///
  /// New code uses `Client.removeSession(named:)`.
  ///
  /// - Parameter key: The store key; not empty.
  /// - Throws: As ``hasSaved(byKey:)``; the context stays saved then.
  public static func remove(byKey key: String!) throws {
    let account = try found(key).account
    try change { accounts throws(OAuthError) in try await accounts.remove(account) }
  }

  /// Removes the contexts that are saved under all keys. Having no contexts is not an error.
  ///
  /// New code uses `Client.removeAllSessions()`, which removes the sessions of one client.
  ///
  /// - Throws: An `NSError` of ``DCInvalidArgumentDomain`` if an address of ``DCAuthority/settings`` is
  ///   invalid, of ``DCAuthenticationContextAccessErrorDomain`` where the store cannot be read or
  ///   written, and of ``DCAuthenticationContextNotFoundErrorDomain`` where a record is damaged.
  public static func removeAll() throws {
    let filter = try filter()
    try change { accounts throws(OAuthError) in _ = try await accounts.removeAll(filter) }
  }

  private static func filter(name: String? = nil) throws -> AccountFilter {
    do throws(OAuthError) {
      let issuer = try DCAuthority.settings.provider().metadata.issuer.text
      return AccountFilter(issuer: issuer, name: name)
    } catch {
      throw error.ofContext
    }
  }

  private static func change(
    _ body: @escaping @Sendable (Accounts) async throws(OAuthError) -> Void
  ) throws {
    let accounts = Accounts(in: DCAuthority.settings.store)
    do throws(OAuthError) {
      try waiting { () async throws(OAuthError) in try await body(accounts) }
    } catch {
      throw error.ofContext
    }
  }

  private static func found(_ key: String?) throws -> StoredSession {
    do throws(OAuthError) {
      let name = try checked(key)
      let issuer = try DCAuthority.settings.provider().metadata.issuer.text
      let store = DCAuthority.settings.store
      let found = try waiting { () async throws(OAuthError) in
        try await store.sessions(AccountFilter(issuer: issuer, name: name))
      }
      guard let newest = found.max(by: { $0.obtainedAt < $1.obtainedAt }) else {
        throw OAuthError(
          outcome: .misused, code: .sessionMissing, reason: "No context is saved under this key.",
          parameter: "key")
      }
      return newest
    } catch {
      throw error.ofContext
    }
  }
}
