// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import HTTPTypes

/// The requests per second of processor time that `coatcheckd` answers on one core, for each endpoint.
struct EndpointBenchmark {
  private struct Tokens: Sendable {
    let access: String
    let refresh: String
  }

  private let server: DaemonBenchmark.Server
  /// Where the server listens, if it is not its issuer.
  private var address: String?
  private let transport = Transports.system
  private let seconds: Double
  private let cookies = CookieJar()

  private static let workers = 32
  private static let secret = "benchmark-secret-0123456789-0123456789"
  private static let password = "correct horse battery staple"
  /// The code verifier and the code challenge of RFC 7636, Appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let callback = "http://127.0.0.1:49152/callback"

  private static let seed = """
    {"users": [{"username": "alice", "password": "\(password)"}],
     "clients": [
       {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
        "scopes": ["openid", "offline_access"], "idTokenAlgorithm": "ES256"},
       {"id": "site", "secret": "\(secret)", "redirectURIs": ["http://127.0.0.1/callback"],
        "consent": "implied", "scopes": ["openid", "offline_access"], "idTokenAlgorithm": "ES256"},
       {"id": "machine", "secret": "\(secret)", "grantTypes": ["client_credentials"],
        "scopes": ["reports"]}]}
    """

  /// An endpoint, and one piece of work of a worker there.
  private struct Endpoint {
    let name: String
    let call: @Sendable (_ worker: Int) async throws -> Void
  }

  /// Measures a server.
  ///
  /// - Parameters:
  ///   - program: `coatcheckd`.
  ///   - seconds: How long each of three rounds is.
  ///   - database: A connection string; nil for SQLite.
  ///   - key: The master key of a database that is measured again, for refreshes alone; nil for a new one.
  static func run(
    program: String, seconds: Double, database: String?, key: String? = nil
  ) async throws {
    let folder = try Folder()
    defer { folder.remove() }
    let server = try folder.server(program, database: database, key: key)
    defer { server.child.stop() }
    print("coatcheckd on \(DaemonBenchmark.engine(of: database ?? "")), \(workers) clients")
    let benchmark = EndpointBenchmark(server: server, seconds: seconds)
    let endpoints =
      try await key == nil
      ? benchmark.endpoints() : [benchmark.refresh(benchmark.signedIn("app"))]
    for endpoint in endpoints {
      try await benchmark.warmUp(endpoint)
      var rates: [Double] = []
      for _ in 0..<3 { rates.append(try await benchmark.rate(endpoint)) }
      print("  \(endpoint.name): \(text(rates.sorted())) per CPU-second")
    }
  }

  /// Measures two servers on SQLite in turns: the speed of a shared machine changes within minutes.
  ///
  /// - Parameters:
  ///   - program: `coatcheckd`.
  ///   - other: Another one, which serves the same endpoints.
  ///   - rounds: How often each is measured at each endpoint.
  ///   - seconds: How long a round is.
  static func compare(
    _ program: String, to other: String, rounds: Int, seconds: Double
  ) async throws {
    let folders = try [Folder(), Folder()]
    defer { for folder in folders { folder.remove() } }
    let servers = try zip(folders, [program, other]).map { try $0.server($1) }
    defer { for server in servers { server.child.stop() } }
    let benchmarks = servers.map { EndpointBenchmark(server: $0, seconds: seconds) }
    let (these, others) = try await (benchmarks[0].endpoints(), benchmarks[1].endpoints())
    for (one, another) in zip(these, others) {
      try await benchmarks[0].warmUp(one)
      try await benchmarks[1].warmUp(another)
      var rates = (Measurement(program), Measurement(other))
      var ratios = Measurement("ratios")
      for _ in 0..<rounds {
        let rate = (try await benchmarks[0].rate(one), try await benchmarks[1].rate(another))
        rates.0.add(rate.0)
        rates.1.add(rate.1)
        ratios.add(rate.0 / rate.1)
      }
      print(
        "  \(one.name): medians \(text([rates.0.median, rates.1.median])) per CPU-second; "
          + "quartiles of the ratios "
          + quartiles(ratios))
    }
  }

  /// Measures one server on PostgreSQL, and two that share its database, in turns: requests per second of the
  /// processor time of the servers.
  ///
  /// - Parameters:
  ///   - program: `coatcheckd`.
  ///   - database: The connection string of an empty database.
  ///   - rounds: How often each is measured at each endpoint.
  ///   - seconds: How long a round is.
  static func nodes(
    _ program: String, on database: String, rounds: Int, seconds: Double
  ) async throws {
    let folder = try Folder()
    defer { folder.remove() }
    let one = try folder.server(program, database: database)
    defer { one.child.stop() }
    guard let port = URL(string: one.issuer)?.port.map({ $0 + 1 }) else {
      throw Failure(text: "no port")
    }
    let other = try folder.server(program, database: database, issuer: one.issuer, port: port)
    defer { other.child.stop() }
    let first = EndpointBenchmark(server: one, seconds: seconds)
    var second = EndpointBenchmark(server: other, seconds: seconds)
    second.address = "http://127.0.0.1:\(port)"
    let tokens = (try await first.signedIn("app"), try await first.signedIn("app"))
    let pairs = [
      (first.clientCredentials(), second.clientCredentials()),
      (first.refresh(tokens.0), second.refresh(tokens.1)),
    ]
    for (here, there) in pairs {
      try await first.warmUp(here)
      try await second.warmUp(there)
      var (rates, times) = ((Measurement("one"), Measurement("two")), Measurement("times"))
      for _ in 0..<rounds {
        let alone = try await first.rate(here)
        let before = try first.processorTime() + second.processorTime()
        let end = wallTime() + seconds
        async let count = first.load(until: end, here.call)
        let sum = try await second.load(until: end, there.call) + (try await count)
        let together = Double(sum) / (try first.processorTime() + second.processorTime() - before)
        rates.0.add(alone)
        rates.1.add(together)
        times.add(2 * together / alone)
      }
      print(
        "  \(here.name): medians \(text([rates.0.median, rates.1.median])) per CPU-second of one server, "
          + "and of two; two do \(quartiles(times)) times as much (quartiles)")
    }
  }

  /// The folder of a server.
  private struct Folder {
    let path = NSTemporaryDirectory() + "/coatcheck-endpoints-\(UUID())"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(seed.utf8).write(to: URL(filePath: path + "/seed.json"))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func server(
      _ program: String, database: String? = nil, key: String? = nil, issuer: String? = nil,
      port: Int = 0
    ) throws -> DaemonBenchmark.Server {
      try DaemonBenchmark.Server(
        command: [
          "/usr/bin/taskset", "--cpu-list", "0", program, "serve", "--port", "\(port)",
          "--announce", "--seed", path + "/seed.json",
          "--database", database ?? path + "/server.sqlite", "--key-file", key ?? path + "/key",
        ] + (issuer.map { ["--issuer", $0] } ?? []))
    }
  }

  private func endpoints() async throws -> [Endpoint] {
    let tokens = try await signedIn("app")
    let own = try await signedIn("site")
    let site = "Basic " + Data("site:\(Self.secret)".utf8).base64EncodedString()
    return [
      clientCredentials(),
      refresh(tokens),
      Endpoint(name: "userinfo") { worker in
        _ = try await send(.get, "/userinfo", "Bearer \(tokens[worker].access)")
      },
      Endpoint(name: "introspection") { worker in
        try await post("/introspect", ["token": own[worker].access], site, expecting: "sub")
      },
      Endpoint(name: "sign-in") { _ in _ = try await signIn("app") },
    ]
  }

  private func clientCredentials() -> Endpoint {
    let basic = "Basic " + Data("machine:\(Self.secret)".utf8).base64EncodedString()
    return Endpoint(name: "client credentials") { _ in
      try await post(
        "/token", ["grant_type": "client_credentials"], basic, expecting: "access_token")
    }
  }

  private func refresh(_ tokens: [Tokens]) -> Endpoint {
    let current = tokens.map { Current($0.refresh) }
    return Endpoint(name: "refresh") { worker in
      let answer = try await post(
        "/token",
        [
          "grant_type": "refresh_token", "client_id": "app",
          "refresh_token": await current[worker].token,
        ], expecting: "id_token")
      await current[worker].replace(with: answer["refresh_token"]?.stringValue ?? "")
    }
  }

  private actor Current {
    private(set) var token: String
    init(_ token: String) { self.token = token }
    func replace(with token: String) { self.token = token }
  }

  /// Warms up connections and caches.
  private func warmUp(_ endpoint: Endpoint) async throws {
    _ = try await load(until: wallTime() + 1, endpoint.call)
  }

  /// Requests per second of the server's processor time, in one round.
  private func rate(_ endpoint: Endpoint) async throws -> Double {
    let before = try processorTime()
    let count = try await load(until: wallTime() + seconds, endpoint.call)
    return Double(count) / (try processorTime() - before)
  }

  private func processorTime() throws -> Double { try server.child.processorTime() }

  private static func quartiles(_ ratios: Measurement) -> String {
    [25, 50, 75].map { String(format: "%.2f", ratios.percentile($0)) }.joined(separator: ", ")
  }

  private static func text(_ rates: [Double]) -> String {
    rates.map { String(format: "%.0f", $0) }.joined(separator: ", ")
  }

  private func load(
    until end: Double, _ work: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          var count = 0
          while wallTime() < end {
            try await work(worker)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Signs in once for each worker, in one browser; the user enters the password once.
  private func signedIn(_ client: String) async throws -> [Tokens] {
    var tokens: [Tokens] = []
    for _ in 0..<Self.workers { tokens.append(try await signIn(client)) }
    return tokens
  }

  /// A sign-in with the login session of the browser: the authorization request and the token request.
  private func signIn(_ client: String) async throws -> Tokens {
    let agent = ScriptedUserAgent(
      username: "alice", password: Secret(Self.password), transport: transport, cookies: cookies)
    let query: Parameters = [
      "response_type": "code", "client_id": client, "redirect_uri": Self.callback,
      "scope": "openid offline_access", "state": "s", "code_challenge": Self.challenge,
      "code_challenge_method": "S256",
    ]
    guard let url = URL(string: "\(server.issuer)/authorize?\(query.encoded)") else {
      throw Failure(text: "no URL")
    }
    let location = try await agent.authorize(at: url)
    let answer = try Parameters(decoding: String(location.split(separator: "?").last ?? ""))
    let isPublic = client == "app"
    var form: Parameters = [
      "grant_type": "authorization_code", "code": answer["code"] ?? "",
      "code_verifier": Self.verifier, "redirect_uri": Self.callback,
    ]
    if isPublic { form["client_id"] = client }
    let basic = "Basic " + Data("\(client):\(Self.secret)".utf8).base64EncodedString()
    let json = try await post("/token", form, isPublic ? nil : basic, expecting: "id_token")
    guard let access = json["access_token"]?.stringValue,
      let refresh = json["refresh_token"]?.stringValue
    else { throw Failure(text: "tokens are missing") }
    return Tokens(access: access, refresh: refresh)
  }

  @discardableResult
  private func post(
    _ path: String, _ form: Parameters, _ authorization: String? = nil, expecting member: String
  ) async throws -> JSONObject {
    let body = try await send(.post, path, authorization, Data(form.encoded.utf8))
    let json = try JSONObject(parsing: Array(body))
    guard json[member] != nil else { throw Failure(text: "\(path): no \(member)") }
    return json
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ authorization: String?, _ body: Data = Data()
  ) async throws -> Data {
    let endpoint = try CoatcheckOAuth.Endpoint((address ?? server.issuer) + path)
    var request = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: path)
    request.headerFields[.authorization] = authorization
    if method == .post {
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    }
    let (head, reply) = try await transport.send(request, body: body, limit: .standard)
    guard head.status == .ok else { throw Failure(text: "\(path): \(head.status)") }
    return reply
  }
}
