// SPDX-License-Identifier: Apache-2.0

import MetricsTestKit
import TestKit

@Suite("The metrics of a session")
struct MetricsTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()
  let recorded = TestMetrics()

  private func session() async throws -> Session {
    let stored = try #require(try await provider.session(in: store).stored)
    return Session(
      stored, store: store,
      runtime: ClientRuntime(transport: provider, environment: provider.environment),
      metrics: SessionMetrics(
        issuer: stored.account.issuer, clientID: stored.account.clientID, factory: recorded))
  }

  private let dimensions = [("issuer", "https://op.example"), ("client_id", "app")]

  private func count(_ name: String, _ more: [(String, String)] = []) throws -> Int64 {
    try recorded.expectCounter("coatcheck_" + name, dimensions + more).totalValue
  }

  @Test("count tokens used, refreshed, retried and failed by class")
  func counters() async throws {
    let session = try await session()
    for _ in 1...3 { _ = try await session.accessToken() }
    #expect(try count("tokens_used") == 3)
    provider.clock.advance(601)
    _ = try await session.accessToken()
    #expect(try count("tokens_used") == 4)
    #expect(try count("refreshes") == 1)
    #expect(try recorded.expectTimer("coatcheck_refresh_duration", dimensions).values.count == 1)
    provider.change { $0.generation = 5 }
    _ = try await session.data(for: provider.api)
    #expect(try count("requests_retried") == 1)
    provider.cut("/token")
    _ = await failure { try await session.refresh() }
    #expect(try count("refreshes_retried") == 2)
    #expect(try count("refreshes_failed", [("class", "transient")]) == 1)
  }

  @Test("count tokens adopted from another program, and name no user")
  func adopted() async throws {
    let session = try await session()
    let other = provider.live(try #require(session.stored), in: store)
    provider.clock.advance(601)
    try await other.refresh()
    _ = try await session.accessToken()
    #expect(try count("refreshes_adopted") == 1)
    #expect(try count("refreshes") == 0)
    for counter in recorded.counters {
      #expect(!counter.dimensions.contains { $0.1.contains("alice") })
    }
  }
}
