// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import Logging

extension IDaaS {
  /// Returns a stored session of this application. No request is sent, and the user is not involved.
  ///
  /// - Parameter name: The name of the session; nil for the only session of this application.
  /// - Returns: Nil when there is no session with the name, or, without a name, unless exactly one session
  ///   is stored.
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged` when the store cannot be read.
  public func session(named name: String? = nil) async throws(OAuthError) -> Session? {
    let stored = try await store.sessions(
      AccountFilter(issuer: issuer, clientID: configuration.clientID, name: name))
    guard name != nil || stored.count == 1 else { return nil }
    return stored.max { $0.obtainedAt < $1.obtainedAt }.map(live)
  }

  /// Returns all stored sessions of this application. No request is sent.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged` when the store cannot be read.
  public func sessions() async throws(OAuthError) -> [Session] {
    try await store.sessions(
      AccountFilter(issuer: issuer, clientID: configuration.clientID)
    ).map(live)
  }

  /// Validates the ID token, and stores the session of the tokens.
  func keep(
    _ tokens: LoginTokens, _ site: IDaaSSite, storedAs name: String?
  ) async throws(OAuthError) -> Session {
    let session = try await site.session(of: tokens, storedAs: name)
    let kept = try await Accounts(in: store, environment: environment).add(session)
    logger.debug("signed in", metadata: ["issuer": "\(issuer)"])
    return live(kept)
  }

  func live(_ stored: StoredSession) -> Session {
    Session(
      stored, store: store,
      runtime: ClientRuntime(
        transport: transport, environment: environment, keys: shared.verifier.keys,
        clock: shared.clock
      ) { $0.logger = logger })
  }

  /// Signs out: ends the session at the service and removes it from the store. It is removed even when the
  /// service cannot be reached.
  ///
  /// - Returns: What was done. It can be ignored.
  @discardableResult
  public func signOut(_ session: Session) async -> SignOutReport {
    await session.signOut(.standard)
  }
}
