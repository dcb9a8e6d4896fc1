// SPDX-License-Identifier: Apache-2.0
import MetricsTestKit
import TestKit

@Suite("the metrics of a server", .timeLimit(.minutes(10)))
struct MetricsTests {
  private let recorded = TestMetrics()

  private func server() async throws -> SocketlessServer {
    try await SocketlessServer("http://127.0.0.1:8080", clients: [.service], metrics: recorded)
  }

  private func ask(
    _ server: SocketlessServer, _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
    authorization: String? = nil
  ) async -> Int {
    var fields = HTTPFields()
    fields[.authorization] = authorization
    return await server.respond(method, path, body: body, fields).head.status.code
  }

  /// The number of series, each of which stays in memory.
  private var series: Int { recorded.counters.count + recorded.timers.count }

  @Test("count responses by endpoint and status class, their duration, and audit events")
  func counted() async throws {
    let server = try await server()
    let basic = TestClient.basic("service", TestClient.service.secret?.reveal() ?? "")
    for _ in 0..<3 {
      let form = "grant_type=client_credentials"
      #expect(await ask(server, .post, "/token", form, authorization: basic) == 200)
    }
    #expect(await ask(server, .post, "/token", "grant_type=nonsense", authorization: basic) == 400)
    #expect(await ask(server, .get, "/nowhere") == 404)
    func count(_ endpoint: String, _ status: String) -> Int64 {
      recorded.counterTotal(
        label: "coatcheck_server_requests",
        dimensions: [("endpoint", endpoint), ("status", status)])
    }
    #expect(count("/token", "2xx") == 3)
    #expect(count("/token", "4xx") == 1)
    #expect(count("other", "4xx") == 1)
    let times = recorded.timers.filter { $0.label == "coatcheck_server_request_duration" }
    let token = try #require(times.first { $0.dimensions.contains { $0.1 == "/token" } })
    #expect(token.values.count == 4)
    let event = [("event", "tokens_issued")]
    #expect(recorded.counterTotal(label: "coatcheck_server_events", dimensions: event) == 3)
  }

  // attack: M-06
  @Test("get no new series from 10,000 unknown paths and clients")
  func constant() async throws {
    let server = try await server()
    func outsiders(_ count: Int) async {
      for n in 0..<count {
        let word = RuntimeEnvironment.live.token(bytes: 9)
        let basic = TestClient.basic(word, word)
        _ = await ask(server, .get, "/\(word)?\(word)")
        _ = await ask(server, .get, "/authorize?client_id=\(word)&response_type=\(word)")
        guard n.isMultiple(of: 10) else { continue }
        _ = await ask(server, .get, "/register/\(word)")
        _ = await ask(server, .post, "/token", "grant_type=\(word)", authorization: basic)
        _ = await ask(server, .post, "/revoke", "token=\(word)&client_id=\(word)")
        _ = await ask(
          server, HTTPRequest.Method(rawValue: "X\(word.filter(\.isLetter))") ?? .put, "/token")
      }
    }
    await outsiders(20)
    let before = series
    #expect(before > 0)
    await outsiders(10_000)
    #expect(series == before)
    let labels = (recorded.counters.map(\.dimensions) + recorded.timers.map(\.dimensions)).joined()
    for label in labels {
      switch label.0 {
      case "endpoint": #expect(label.1 == "other" || label.1.hasPrefix("/"))
      case "status": #expect(["2xx", "3xx", "4xx", "5xx"].contains(label.1))
      case "event": #expect(label.1.allSatisfy { $0.isLowercase || $0 == "_" })
      default: Issue.record("a label called \(label.0)")
      }
    }
  }
}
