// SPDX-License-Identifier: Apache-2.0
import MetricsTestKit
import TestKit

/// An identity server that opens no socket, on a store in memory.
struct SocketlessServer {
  let store: MemoryStore
  private let server: IdentityServer
  private let authority: String

  init(
    _ issuer: String, clients: [TestClient], users: [TestUser] = [],
    keys stored: [SigningKey]? = nil, reach: OutboundAccess? = nil,
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    metrics: TestMetrics? = nil, passwords: PasswordHasher? = nil,
    configure: (inout IssuerSettings) -> Void = { _ in }
  ) async throws {
    let environment = RuntimeEnvironment.live
    store = MemoryStore()
    for client in clients { try await store.save(client.registration) }
    let passwords = passwords ?? PasswordHasher(cost: .testing) { environment.random($0) }
    for user in users {
      let hash = try await passwords.hash(Password(user.password.reveal()))
      _ = try await store.save(User(id: user.id, name: UserName(user.username), passwordHash: hash))
    }
    var settings = try IssuerSettings(issuer: Issuer(issuer))
    configure(&settings)
    server = try IdentityServer(
      settings: settings, store: store, users: store, passwords: passwords,
      keys: try await SigningKeys.started(store, with: stored ?? TestKeys.signing()),
      sealer: TestKeys.sealer(), environment: environment, logger: logger, metrics: metrics,
      reach: reach)
    authority = String(issuer.split(separator: "/")[1])
  }

  /// Responds to a form, or to a request without a body.
  func respond(
    _ method: HTTPRequest.Method, _ path: String, body: String = "",
    type: String = "application/x-www-form-urlencoded", _ fields: HTTPFields = HTTPFields(),
    from source: String = "127.0.0.1"
  ) async -> ServedResponse {
    var head = HTTPRequest(
      method: method, scheme: "https", authority: authority, path: path, headerFields: fields)
    if method == .post { head.headerFields[.contentType] = type }
    return await server.respond(
      to: ServedRequest(head: head, body: Data(body.utf8), source: SourceAddress(source)))
  }
}

extension TestKeys {
  /// Seals with the master key of the tests.
  static func sealer(_ environment: RuntimeEnvironment = .live) throws -> Sealer {
    Sealer(master: try master(), environment: environment)
  }
}

extension SigningKeys {
  /// Stores these keys, and returns the started signing keys of a server.
  static func started(_ store: MemoryStore, with keys: [SigningKey]) async throws -> SigningKeys {
    let sealer = try TestKeys.sealer()
    _ = try await store.replaceKeySet(
      expecting: nil, with: SigningKeys.record(for: keys, sealer: sealer))
    let loaded = SigningKeys(store: store, sealer: sealer)
    try await loaded.start()
    return loaded
  }
}
