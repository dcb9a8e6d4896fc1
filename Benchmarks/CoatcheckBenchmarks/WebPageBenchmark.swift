// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckSessionStorage
import CoatcheckTesting
import CoatcheckWeb
import Foundation
import HTTPTypes

/// The cost of a page that needs a signed-in user, compared with a page that does not. The example of
/// docs/web-sign-in.md is a process on one core; the load is on the other core.
struct WebPageBenchmark {
  private static let workers = 32
  private static let pages = [
    (name: "without sign-in", path: "/health", text: "ok"),
    (name: "of the user", path: "/albums", text: "Albums of u-alice-4f1d"),
  ]
  private static let secret = Secret("site-secret-0123456789-0123456789")

  private let child: Child
  private let origin: String
  private let cookie: String
  private let transport = Transports.system

  /// Measures a site.
  ///
  /// - Parameters:
  ///   - program: `WebsiteExample`.
  ///   - seconds: How long each round is.
  ///   - sessions: The number of sessions of other users in its store.
  static func run(program: String, seconds: Double, sessions: Int) async throws {
    let folder = NSTemporaryDirectory() + "/coatcheck-website-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard
      FileManager.default.createFile(
        atPath: folder + "/web.key", contents: Data(RuntimeEnvironment.live.random(32)),
        attributes: [.posixPermissions: 0o600])
    else { throw Failure(text: "no key can be made") }
    try await fill(folder + "/web.sqlite", with: sessions)
    let port = TestPorts.candidate()
    let origin = "http://127.0.0.1:\(port)"
    let provider = try await TestServer.start(clients: [client(at: origin)], clock: .running())
    let child = try Child(
      [
        "/usr/bin/taskset", "--cpu-list", "0", "/usr/bin/env", "-C", folder,
        "SITE_PORT=\(port)", "SITE_ISSUER=\(provider.issuer)", "SITE_SECRET=\(secret.reveal())",
        program,
      ], output: nil)
    defer { child.stop() }
    let cookie = try await signIn(at: origin)
    let benchmark = WebPageBenchmark(child: child, origin: origin, cookie: cookie)
    print("a website with \(sessions) sessions of others, \(workers) clients")
    try await benchmark.measure(seconds)
    if sessions >= 200_000 { try await benchmark.measureEnds(in: folder + "/web.sqlite", seconds) }
    print(String(format: "  resident at the end: %.1f MiB", try child.residentMemory()))
    await provider.stop()
  }

  private func measure(_ seconds: Double) async throws {
    let pages = Self.pages
    for page in pages { _ = try await load(page, until: wallTime() + 1) }
    print(String(format: "  resident after a second of load: %.1f MiB", try child.residentMemory()))
    var rates: [[Double]] = [[], []]
    // In turns, so that a disturbance of the machine affects both pages.
    for _ in 0..<5 {
      for (n, page) in pages.enumerated() {
        let before = try child.processorTime()
        let count = try await load(page, until: wallTime() + seconds)
        rates[n].append(Double(count) / (try child.processorTime() - before))
      }
    }
    let medians = rates.map { $0.sorted()[2] }
    for (n, page) in pages.enumerated() {
      print(String(format: "  page %@: %.0f per CPU-second", page.name, medians[n]))
    }
    print(String(format: "  ratio %.2f", medians[1] / medians[0]))
    let times = try latencies(rate: medians[1] / 2, for: 5 * seconds)
    Self.show(times, "at half of that load")
  }

  /// The time to end a session, and the time of pages while another program with the same store sweeps
  /// 100,000 sessions.
  private func measureEnds(in file: String, _ seconds: Double) async throws {
    let store = try SQLiteWebSessions(path: file)
    let now = Date()
    var ends: [Double] = []
    for n in 0..<200 {
      let start = wallTime()
      _ = try await store.end(
        .providerSession("s\(n)"), startedBefore: now, until: now + 1200, at: now)
      ends.append(wallTime() - start)
    }
    Self.show(ends, "the end of the sessions of one sid")
    async let swept = sweep(store)
    let times = try latencies(rate: 3000, for: 2 * seconds)
    Self.show(times, "3,000 pages a second, while others are swept")
    print(String(format: "  100,000 sessions swept in %.1f s", try await swept))
    try await store.close()
  }

  private func sweep(_ store: SQLiteWebSessions) async throws -> Double {
    let start = wallTime()
    for _ in 0..<100 { _ = try await store.sweep(limit: 1000, at: Date() + 28_800) }
    return wallTime() - start
  }

  private static func show(_ times: [Double], _ what: String) {
    let times = times.sorted()
    print(
      String(
        format: "  %@: p50 %.2f ms, p99 %.2f ms", what, times[times.count / 2] * 1e3,
        times[times.count * 99 / 100] * 1e3))
  }

  private func load(_ page: (name: String, path: String, text: String), until end: Double)
    async throws -> Int
  {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<Self.workers {
        group.addTask {
          var count = 0
          while wallTime() < end {
            try await get(page)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// The time of each request in seconds, at this rate of requests per second.
  private func latencies(rate: Double, for seconds: Double) throws -> [Double] {
    let page = Self.pages[1]
    let connections = try OpenConnections(Self.workers, to: origin)
    defer { connections.close() }
    let request =
      "GET \(page.path) HTTP/1.1\r\nHost: \(connections.host)\r\nCookie: \(cookie)\r\n\r\n"
    return try connections.latencies(
      of: request, expecting: page.text, rate: rate, for: seconds)
  }

  private func get(_ page: (name: String, path: String, text: String)) async throws {
    guard let endpoint = try? Endpoint(origin + page.path) else { return }
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: endpoint.authority, path: page.path,
      headerFields: [.cookie: cookie])
    let (head, body) = try await transport.send(request, body: Data(), limit: .standard)
    guard head.status == .ok, body == Data(page.text.utf8) else {
      throw Failure(text: "\(page.path): \(head.status.code)")
    }
  }

  private static func client(at origin: String) -> TestClient {
    TestClient(
      RegisteredClient(
        id: "photos", name: "Photos", redirectURIs: ["\(origin)/auth/callback/work"],
        authenticationMethod: "client_secret_basic", grantTypes: ["authorization_code"],
        scopes: ["openid"], consent: .implied), secret: secret)
  }

  /// Signs a user in, and returns the field with the cookie of the session.
  private static func signIn(at origin: String) async throws -> String {
    let browser = TestBrowser(transport: Transports.system)
    for _ in 0..<200 where (try? await browser.get(origin + "/health").status) != 200 {
      try await Task.sleep(for: .milliseconds(50))
    }
    let alice = ScriptedUserAgent(
      username: "alice", password: TestUser.alice.password, transport: Transports.system,
      cookies: browser.cookies)
    let begun = try await browser.get(origin + "/auth/login?return_to=/albums")
    guard let url = begun.location.flatMap({ URL(string: $0) }) else {
      throw Failure(text: "the site begins no sign-in: \(begun.status)")
    }
    _ = try await browser.get(try await alice.authorize(at: url))
    guard let value = browser.cookies.value("__Host-coatcheck", host: "127.0.0.1") else {
      throw Failure(text: "the user is not signed in")
    }
    return "__Host-coatcheck=\(value)"
  }

  private static func fill(_ path: String, with count: Int) async throws {
    let store = try SQLiteWebSessions(path: path)
    let now = Date()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<128 {
        group.addTask {
          for n in stride(from: worker, to: count, by: 128) {
            let hash = String(repeating: "0", count: 48) + String(n + (1 << 60), radix: 16)
            var record = WebSessionRecord(
              key: String(hash.suffix(64)), providerSession: "s\(n)", user: "u\(n)", startedAt: now,
              endsAt: now + 604_800, content: Array(repeating: 7, count: 2500))
            record.idlesAt = now + 28_800
            _ = try await store.open(record, replacing: nil, at: now)
          }
        }
      }
      try await group.waitForAll()
    }
    try await store.close()
  }
}
