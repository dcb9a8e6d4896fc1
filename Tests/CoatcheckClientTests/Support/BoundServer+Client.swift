// SPDX-License-Identifier: Apache-2.0

import TestKit

extension BoundServer {
  var transport: AsyncHTTPTransport { .shared }

  func flow(_ dpop: DPoPPolicy = .required()) async throws -> CodeFlow {
    CodeFlow(
      ClientContext(
        provider: Provider(metadata: try await metadata()), client: ClientIdentity(id: "app"),
        runtime: ClientRuntime(transport: transport) { $0.dpop = dpop }))
  }

  /// A client whose user approves at once.
  func client(
    _ dpop: DPoPPolicy, secret: Secret? = nil, store: any TokenStore = MemoryTokenStore(),
    user: ReadyAgent? = nil
  ) async throws -> Client {
    let provider = try await Provider.discover(issuer, transport: transport)
    return Client(of: provider, id: "app", secret: secret, store: store, transport: transport) {
      $0.userAgent = user ?? ReadyAgent(server: self)
      $0.dpop = dpop
    }
  }

  /// The session of a user who has signed in, not stored yet.
  func signedIn(_ dpop: DPoPPolicy = .required()) async throws -> StoredSession {
    let attempt = try await flow(dpop).attempt(
      redirectURI: FakeProvider.redirectURI, scopes: [.openID, .offlineAccess])
    return try await attempt.finish(callback(for: attempt.url))
  }

  /// A signed-in user, with the session in the store.
  func session(
    _ dpop: DPoPPolicy = .required(), in store: any TokenStore = MemoryTokenStore()
  ) async throws -> Session {
    let stored = try await signedIn(dpop)
    try await store.save(stored)
    return Session(stored, store: store, transport: transport)
  }
}
