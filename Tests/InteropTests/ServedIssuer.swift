// SPDX-License-Identifier: Apache-2.0
import TestKit

/// `coatcheckd` on a free loopback port, with its own database, seed and user.
struct ServedIssuer: Sendable {
  /// Its issuer identifier.
  let issuer: String
  private let folder: Folder
  private let process: ChildProcess

  static let password = Secret("correct horse battery staple")
  /// The initial access token for registration.
  static let initialAccessToken = "interop-initial-access-token-0123456789"

  /// Registration with the initial access token, for a thousand clients.
  static let withToken: JSONObject = [
    "access": "tokens",
    "tokens": [
      [
        "token": .string(initialAccessToken), "uses": 1000, "expires": "2199-12-31T00:00:00Z",
      ]
    ],
  ]

  private static let alice: JSONObject = [
    "username": "alice", "password": .string(password.reveal()), "id": "u-alice",
    "claims": ["name": "Alice Example", "email": "alice@example.test"],
  ]

  /// Starts it.
  ///
  /// - Parameters:
  ///   - users: The users of the seed. Hashing their passwords takes long in a debug build.
  ///   - registration: The policy of registration.
  ///   - settings: Further settings.
  ///   - clients: The clients of the seed.
  static func start(
    users: [JSONObject] = [alice], registration: JSONObject = withToken,
    settings: JSONObject = [:], clients: [JSONObject] = []
  ) async throws -> ServedIssuer {
    let folder = try Folder()
    // The default interval of five seconds makes the test slow.
    var figures: JSONObject = ["deviceInterval": 1, "registration": .object(registration)]
    for name in settings.names { figures[name] = settings[name] }
    let seed: JSONObject = [
      "users": .array(users.map(JSONValue.object)),
      "clients": .array(clients.map(JSONValue.object)), "settings": .object(figures),
    ]
    try folder.write("seed.json", seed.serialized())
    let process = try ChildProcess(
      BuiltProgram.path("coatcheckd"),
      [
        "serve", "--port", "0", "--database", folder.path + "/served.sqlite", "--seed",
        folder.path + "/seed.json", "--log-level", "warning",
      ])
    let start = "coatcheckd: listening on "
    let line = try await process.line { $0.hasPrefix(start) }
    return ServedIssuer(
      issuer: String(line.dropFirst(start.count)), folder: folder, process: process)
  }

  func stop() { process.stop() }

  /// Alice at her own browser.
  func alice(
    returningTo redirect: String, answer: ScriptedUserAgent.Answer = .allow,
    cookies: CookieJar = CookieJar()
  ) -> ScriptedUserAgent {
    ScriptedUserAgent(
      username: "alice", password: Self.password, answer: answer, redirectURI: redirect,
      transport: PatientTransport(), cookies: cookies)
  }
}
