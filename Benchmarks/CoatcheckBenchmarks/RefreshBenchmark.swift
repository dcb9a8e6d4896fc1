// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import HTTPTypes

/// Refreshes of `coatcheckd`, each with a rotation and an ES256 ID token.
struct RefreshBenchmark {
  let origin: String
  let transport: any HTTPTransport

  private static let password = "correct horse battery staple"
  /// RFC 7636, Appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let callback = "http://127.0.0.1:49152/callback"

  private static let seed = """
    {"users": [{"username": "alice", "password": "\(password)"}],
     "clients": [{"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
       "scopes": ["openid", "offline_access"], "idTokenAlgorithm": "ES256"}]}
    """

  /// Measures a server.
  ///
  /// - Parameters:
  ///   - program: `coatcheckd`.
  ///   - seconds: How long each round of three is.
  ///   - database: A connection string; nil for SQLite.
  static func run(program: String, seconds: Double, database: String?) async throws {
    let folder = NSTemporaryDirectory() + "/coatcheck-refresh-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(seed.utf8).write(to: URL(filePath: folder + "/seed.json"))
    let server = try DaemonBenchmark.Server(command: [
      program, "serve", "--port", "0", "--announce", "--seed", folder + "/seed.json",
      "--database", database ?? folder + "/server.sqlite", "--key-file", folder + "/key",
    ])
    defer { server.child.stop() }
    let benchmark = RefreshBenchmark(origin: server.issuer, transport: Transports.system)
    var tokens = try await benchmark.signedIn(32)
    print("coatcheckd on \(database == nil ? "SQLite" : "PostgreSQL"), refreshes by 32 clients")
    for _ in 0..<3 {
      let before = try server.child.processorTime()
      let begin = wallTime()
      let count: Int
      (tokens, count) = try await benchmark.refresh(tokens, until: begin + seconds)
      let (wall, processor) = (wallTime() - begin, try server.child.processorTime() - before)
      print(
        String(
          format: "  %d in %.1f s; server %.2f CPU-s: %.0f per CPU-second, %.0f per second", count,
          wall, processor, Double(count) / processor, Double(count) / wall))
    }
  }

  /// The refresh tokens of so many sign-ins of one user.
  private func signedIn(_ count: Int) async throws -> [String] {
    let agent = ScriptedUserAgent(
      username: "alice", password: Secret(Self.password), transport: transport,
      cookies: CookieJar())
    let query: Parameters = [
      "response_type": "code", "client_id": "app", "redirect_uri": Self.callback,
      "scope": "openid offline_access", "state": "s", "code_challenge": Self.challenge,
      "code_challenge_method": "S256",
    ]
    guard let url = URL(string: "\(origin)/authorize?\(query.encoded)") else { return [] }
    var tokens: [String] = []
    for _ in 0..<count {
      let location = try await agent.authorize(at: url)
      let answer = try Parameters(decoding: String(location.split(separator: "?").last ?? ""))
      tokens.append(
        try await token([
          "grant_type": "authorization_code", "code": answer["code"] ?? "", "client_id": "app",
          "code_verifier": Self.verifier, "redirect_uri": Self.callback,
        ]))
    }
    return tokens
  }

  private func refresh(_ tokens: [String], until end: Double) async throws -> ([String], Int) {
    try await withThrowingTaskGroup(of: (String, Int).self) { group in
      for first in tokens {
        group.addTask {
          var (token, count) = (first, 0)
          while wallTime() < end {
            token = try await self.token([
              "grant_type": "refresh_token", "refresh_token": token, "client_id": "app",
            ])
            count += 1
          }
          return (token, count)
        }
      }
      return try await group.reduce(into: ([], 0)) {
        $0.0.append($1.0)
        $0.1 += $1.1
      }
    }
  }

  /// Sends a token request, and returns the refresh token in its answer.
  private func token(_ form: Parameters) async throws -> String {
    let endpoint = try Endpoint(origin + "/token")
    let request = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: "/token",
      headerFields: [.contentType: "application/x-www-form-urlencoded"])
    let (head, body) = try await transport.send(
      request, body: Data(form.encoded.utf8), limit: .standard)
    guard let json = try? JSONObject(parsing: Array(body)),
      let token = json["refresh_token"]?.stringValue, json["id_token"] != nil
    else {
      throw Failure(text: "no refresh token: \(head.status)")
    }
    return token
  }
}
