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
    CodeFlow(try await context(client) { $0.logger = logger })
  }

  /// A client of this provider.
  func context(
    _ client: ClientIdentity = ClientIdentity(id: "app"),
    configure: (inout ClientRuntime) -> Void = { _ in }
  ) async throws -> ClientContext {
    ClientContext(
      provider: Provider(metadata: try await metadata()), client: client,
      runtime: ClientRuntime(transport: self, environment: environment, configure: configure))
  }

  /// A client that keeps its sessions in this store.
  func client(
    in store: any TokenStore, configure: (inout ClientOptions) -> Void
  ) async throws -> Client {
    Client(
      of: Provider(metadata: try await metadata()), id: "app", store: store, transport: self,
      configure: configure)
  }

  /// A user who approves at once.
  var user: ReadyAgent { ReadyAgent(provider: self) }

  /// Finishes a sign-in after the user approved.
  func finish(_ attempt: SignInAttempt) async throws -> StoredSession {
    try await attempt.finish(callback(for: attempt.url))
  }

  func attempt(scopes: [Scope] = [.openID]) async throws -> SignInAttempt {
    try await flow().begin(redirectURI: Self.redirectURI, scopes: scopes)
  }

  /// A signed-in user, with the session in the store.
  func session(
    in store: any TokenStore = MemoryTokenStore(), logger: Logger = .silent
  ) async throws -> Session {
    let attempt = try await flow(logger: logger).begin(
      redirectURI: Self.redirectURI, scopes: [.openID, .offlineAccess])
    let stored = try await attempt.finish(callback(for: attempt.url))
    try await store.save(stored)
    return live(stored, in: store) { $0.logger = logger }
  }

  func live(
    _ stored: StoredSession, in store: any TokenStore,
    configure: (inout ClientRuntime) -> Void = { _ in }
  ) -> Session {
    Session(
      stored, store: store,
      runtime: ClientRuntime(transport: self, environment: environment, configure: configure))
  }

  /// A request to an API which accepts only the latest access token.
  var api: HTTPRequest {
    HTTPRequest(to: "https://op.example/api")
  }
}

/// A user agent whose user approves at once, and the pages that it has shown.
struct ReadyAgent: UserAgent {
  private let log = Log<URL>()
  private let callback: @Sendable (URL) throws -> String

  init(provider: FakeProvider) { callback = { try provider.callback(for: $0) } }
  init(server: BoundServer) { callback = { try server.callback(for: $0) } }

  var pages: [URL] { log.entries }

  func redirectURI() async -> String { FakeProvider.redirectURI }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    log.add(page.url)
    do {
      return try callback(page.url)
    } catch {
      throw .misused("url", "The address cannot be read.")
    }
  }
}
