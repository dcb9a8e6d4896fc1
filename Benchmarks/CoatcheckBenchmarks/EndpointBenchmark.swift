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
    let folder = NSTemporaryDirectory() + "/coatcheck-endpoints-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(seed.utf8).write(to: URL(filePath: folder + "/seed.json"))
    let database = database ?? folder + "/server.sqlite"
    let server = try DaemonBenchmark.Server(command: [
      "/usr/bin/taskset", "--cpu-list", "0", program, "serve", "--port", "0", "--announce",
      "--seed", folder + "/seed.json", "--database", database,
      "--key-file", key ?? folder + "/key",
    ])
    defer { server.child.stop() }
    print("coatcheckd on \(DaemonBenchmark.engine(of: database)), \(workers) clients")
    let benchmark = EndpointBenchmark(server: server, seconds: seconds)
    if key != nil { _ = try await benchmark.refresh() } else { try await benchmark.measure() }
  }

  private func measure() async throws {
    let basic = "Basic " + Data("machine:\(Self.secret)".utf8).base64EncodedString()
    try await measure("client credentials") { _ in
      try await post(
        "/token", ["grant_type": "client_credentials"], basic, expecting: "access_token")
    }
    let tokens = try await refresh()
    try await measure("userinfo") { worker in
      _ = try await send(.get, "/userinfo", "Bearer \(tokens[worker].access)")
    }
    let own = try await signedIn("site", count: Self.workers)
    let site = "Basic " + Data("site:\(Self.secret)".utf8).base64EncodedString()
    try await measure("introspection") { worker in
      try await post("/introspect", ["token": own[worker].access], site, expecting: "sub")
    }
    try await measure("sign-in") { _ in _ = try await signIn("app") }
  }

  /// Measures refreshes.
  ///
  /// - Returns: The tokens from before the refreshes.
  private func refresh() async throws -> [Tokens] {
    let tokens = try await signedIn("app", count: Self.workers)
    let current = tokens.map { Current($0.refresh) }
    try await measure("refresh") { worker in
      let answer = try await post(
        "/token",
        [
          "grant_type": "refresh_token", "client_id": "app",
          "refresh_token": await current[worker].token,
        ], expecting: "id_token")
      await current[worker].replace(with: answer["refresh_token"]?.stringValue ?? "")
    }
    return tokens
  }

  private actor Current {
    private(set) var token: String
    init(_ token: String) { self.token = token }
    func replace(with token: String) { self.token = token }
  }

  private func measure(
    _ name: String, _ work: @escaping @Sendable (_ worker: Int) async throws -> Void
  ) async throws {
    // The first second warms up connections and caches.
    _ = try await load(until: wallTime() + 1, work)
    var rates: [Double] = []
    for _ in 0..<3 {
      let before = try server.child.processorTime()
      let count = try await load(until: wallTime() + seconds, work)
      rates.append(Double(count) / (try server.child.processorTime() - before))
    }
    let text = rates.sorted().map { String(format: "%.0f", $0) }.joined(separator: ", ")
    print("  \(name): \(text) per CPU-second")
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

  /// Signs in `count` times in one browser; the user enters the password once.
  private func signedIn(_ client: String, count: Int) async throws -> [Tokens] {
    var tokens: [Tokens] = []
    for _ in 0..<count { tokens.append(try await signIn(client)) }
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
    let endpoint = try Endpoint(server.issuer + path)
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
