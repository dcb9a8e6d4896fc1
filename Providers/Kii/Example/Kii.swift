// SPDX-License-Identifier: Apache-2.0

public import CoatcheckKii
public import Coatcheck

/// Several users use one app of Kii Cloud, each signed in, and the chosen one acts.
///
/// What the document about signing in with an access token does by hand (get the token, keep it, give it
/// to the SDK again, one user after the other) is what sessions and their store do.
public struct KiiExample: Sendable {
  let client: Client

  /// An app at a site of Kii's.
  public init(site: KiiSite, appID: String, appKey: String, store: any TokenStore) throws {
    let provider = try Provider.kii(site: site, appID: appID, appKey: appKey)
    client = Client(of: provider, id: appID, store: store)
  }

  /// Signs a user in, for a week, and keeps them signed in.
  public func signIn(_ username: String, _ password: Secret) async throws {
    let week = try KiiLifetime(seconds: 7 * 24 * 3600)
    _ = try await client.signIn(
      using: .kiiPassword(KiiUsername(username), password: password, lifetime: week),
      storedAs: username)
  }

  /// Signs a user in with the token that an older app has kept.
  public func signIn(withTokenOf name: String, _ token: Secret) async throws {
    _ = try await client.signIn(using: .kiiToken(token), storedAs: name)
  }

  /// What Kii calls the user of that name: all of them are signed in at once.
  public func user(_ name: String) async throws -> KiiUser {
    guard let session = try await client.session(named: name) else {
      throw KiiExampleError.notSignedIn(KiiErrorCode.noStoredUser)
    }
    return try await KiiAccount(session).user()
  }

  /// The token as the old SDK gave it away, for a program that wants it so.
  public func dictionary(_ name: String) async throws -> [String: any Sendable]? {
    guard let session = try await client.session(named: name) else { return nil }
    _ = try await session.accessToken()
    return KiiTokens(of: session)?.dictionary
  }

  /// Forgets a user here. Kii is not told: the token lives until it ends.
  public func signOut(_ name: String) async throws {
    try await client.signOut(named: name, .localOnly)
  }
}

/// What an app tells its user.
public enum KiiExampleError: Error {
  /// No user of that name is signed in.
  case notSignedIn(KiiErrorCode)
}
