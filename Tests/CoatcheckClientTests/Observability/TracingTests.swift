// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import Instrumentation
import TestKit
import Tracing

@Suite("The spans of a session")
struct TracingTests {
  private static let tracer: InMemoryTracer = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  @Test("report each refresh and how it ended, and no user and no secret")
  func refresh() async throws {
    let tracer = Self.tracer
    let provider = FakeProvider(issuer: "https://traced.example")
    let session = try await provider.session()
    try await session.refresh()
    provider.script("/token") { _, _ throws(OAuthError) in FakeProvider.refusal("invalid_client") }
    _ = await failure { try await session.refresh() }
    let spans = tracer.finishedSpans.filter {
      $0.operationName == "coatcheck refresh"
        && $0.attributes.get("coatcheck.issuer") == "https://traced.example"
    }
    #expect(spans.count == 2)
    #expect(spans.map { $0.status?.code } == [nil, .error])
    #expect(spans.last?.attributes.get("error.type") == "configuration")
    for span in spans {
      let said = "\(span.attributes)"
      #expect(!said.contains("alice") && !said.contains("rt-") && !said.contains("at-"))
    }
  }
}
