// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import Logging

extension IDaaS {
  /// The stored session of that name; nil when absent. No user is asked anything.
  ///
  /// - Parameter name: The name; nil means the only one of this application.
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
  public func session(named name: String? = nil) async throws(OAuthError) -> Session? {
    let stored = try await store.sessions(
      AccountFilter(issuer: issuer, clientID: configuration.clientID, name: name))
    guard name != nil || stored.count == 1 else { return nil }
    return stored.max { $0.obtainedAt < $1.obtainedAt }.map(live)
  }

  /// All stored sessions of this application.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
  public func sessions() async throws(OAuthError) -> [Session] {
    try await store.sessions(
      AccountFilter(issuer: issuer, clientID: configuration.clientID)
    ).map(live)
  }

  /// Checks tokens, and stores the session of them.
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

  /// Signs out: ends the session at the service and forgets it here, also when the service is not reached.
  ///
  /// - Returns: What was done. It may be ignored.
  @discardableResult
  public func signOut(_ session: Session) async -> SignOutReport {
    await session.signOut(.standard)
  }
}
