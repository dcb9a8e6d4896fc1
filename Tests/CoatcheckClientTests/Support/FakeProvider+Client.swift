// SPDX-License-Identifier: Apache-2.0

import TestKit

extension FakeProvider {
  static let redirectURI = "http://127.0.0.1:49152/callback"

  func metadata() async throws -> ServerMetadata {
    try await MetadataCache(transport: self, environment: environment)
      .metadata(of: Issuer(issuer))
  }

  func flow(
    client: ClientIdentity = ClientIdentity(id: "app"), logger: Logger = .silent
  ) async throws -> CodeFlow {
    CodeFlow(
      ClientContext(
        provider: Provider(metadata: try await metadata()), client: client,
        runtime: ClientRuntime(transport: self, environment: environment) { $0.logger = logger }))
  }

  func attempt(scopes: [Scope] = [.openID]) async throws -> SignInAttempt {
    try await flow().begin(redirectURI: Self.redirectURI, scopes: scopes)
  }

  /// Somebody who is signed in, with the session in the store.
  func session(
    in store: any TokenStore = MemoryTokenStore(), logger: Logger = .silent
  ) async throws -> Session {
    let attempt = try await flow(logger: logger).begin(
      redirectURI: Self.redirectURI, scopes: [.openID, .offlineAccess])
    let stored = try await attempt.finish(callback(for: attempt.url))
    try await store.save(stored)
    return live(stored, in: store, logger: logger)
  }

  func live(
    _ stored: StoredSession, in store: any TokenStore, logger: Logger = .silent
  ) -> Session {
    Session(
      stored, store: store,
      runtime: ClientRuntime(transport: self, environment: environment) { $0.logger = logger })
  }

  /// A request to an API which takes the newest access token only.
  var api: HTTPRequest {
    HTTPRequest(method: .get, scheme: "https", authority: "op.example", path: "/api")
  }
}

/// A person who says yes at once.
struct ReadyAgent: UserAgent {
  let provider: FakeProvider

  func redirectURI() async -> String { FakeProvider.redirectURI }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    do {
      return try provider.callback(for: url)
    } catch {
      throw .misused("url", "The address cannot be read.")
    }
  }
}
