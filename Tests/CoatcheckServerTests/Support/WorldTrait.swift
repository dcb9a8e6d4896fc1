// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Runs each test, and each case of a table, with a new ``world``.
struct WorldTrait: SuiteTrait, TestTrait, TestScoping {
  let clients: [TestClient]
  let configure: @Sendable (inout IssuerSettings) -> Void
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await World.run(clients: clients, configure: configure) { _ in try await body() }
  }
}

extension Trait where Self == WorldTrait {
  /// A server with the usual clients.
  static var world: Self { .world() }

  /// A server whose clients have a `post_logout_redirect_uri`.
  static var leaving: Self { .world(clients: [.leaving, .leavingApp, .other, .trusted]) }

  /// A server at which any number of clients may register.
  static var openRegistration: Self {
    .world {
      $0.registration.access = .open(because: "a test")
      $0.registration.attempts = 1_000
    }
  }

  /// A server with these clients and settings.
  static func world(
    clients: [TestClient] = World.allClients,
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) -> Self {
    WorldTrait(clients: clients, configure: configure)
  }
}
