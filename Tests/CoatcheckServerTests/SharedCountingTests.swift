// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckIssuer

@Suite("attempt limits of servers that share a store")
struct SharedCountingTests {
  /// Sends a secret, and returns whether it was accepted, refused or limited.
  private static func outcome(
    _ secret: Secret, from source: String, at node: AuthorizationServer
  ) async throws -> String {
    do {
      try await SecretCheck(client: TestClient.service.registration, source: source)
        .check(secret, by: node)
      return "accepted"
    } catch let error as OAuthError {
      return error.code == .invalidClient ? "refused" : "waits"
    }
  }

  // attack: V-22
  @Test(
    "wrong secrets at one server limit the right one at the other, for the same address only")
  func secrets() async throws {
    let store = MemoryStore()
    let one = try await AuthorizationServer.node(on: store)
    let other = try await AuthorizationServer.node(on: store)
    let right = try #require(TestClient.service.secret)
    for _ in 0..<20 {
      #expect(try await Self.outcome(Secret("wrong"), from: "a", at: one) == "refused")
    }
    for node in [one, other, try await AuthorizationServer.node(on: store)] {
      #expect(try await Self.outcome(right, from: "a", at: node) == "waits")
      #expect(try await Self.outcome(right, from: "b", at: node) == "accepted")
    }
  }

  // attack: V-01
  @Test(
    "right secrets from an address without wrong ones are never counted")
  func right() async throws {
    let node = try await AuthorizationServer.node(on: MemoryStore())
    let secret = try #require(TestClient.service.secret)
    for n in 0..<11_000 {
      #expect(try await Self.outcome(Secret("wrong"), from: "guesser-\(n)", at: node) == "refused")
    }
    let outcomes = try await concurrently(200) { _ in
      try await Self.outcome(secret, from: "backend", at: node)
    }
    #expect(outcomes.allSatisfy { $0 == "accepted" })
    guard
      case .allowed(1) = try await node.store.nextAttempt(
        "client-secret:\(TestClient.service.registration.id):backend", limit: 20, window: 900,
        at: node.environment.now())
    else {
      Issue.record("right secrets were counted")
      return
    }
  }

  // attack: V-22
  @Test("unknown codes do not make right codes count")
  func codes() async throws {
    let store = MemoryStore()
    let one = try await AuthorizationServer.node(on: store)
    let other = try await AuthorizationServer.node(on: store)
    let client = TestClient.publicApp.registration
    try await one.countGuess(isRight: false, client: client, source: "a")
    for _ in 0..<200 { try await other.countGuess(isRight: true, client: client, source: "a") }
    for _ in 0..<99 { try await one.countGuess(isRight: false, client: client, source: "a") }
    await #expect(throws: OAuthError.self) {
      try await other.countGuess(isRight: true, client: client, source: "a")
    }
    try await other.countGuess(isRight: true, client: client, source: "b")
  }
}
