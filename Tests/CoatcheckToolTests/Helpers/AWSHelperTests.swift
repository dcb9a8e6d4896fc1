// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A helper that exchanges a token for the keys of a role", .timeLimit(.minutes(20)))
struct AWSHelperTests {
  private static let alone = ["COATCHECK_EXEC_PATH": "/nonexistent"]
  private static let role = "arn:aws:iam::123456789012:role/reader"

  /// A response of STS with keys.
  private static func keys(
    _ id: String = "ASIA1", until end: Date = Date(timeIntervalSinceNow: 3600)
  )
    -> String
  {
    """
    <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>\
    <Credentials><AccessKeyId>\(id)</AccessKeyId><SecretAccessKey>a+b/c=</SecretAccessKey>\
    <SessionToken>FQoGZXIvYXdzEBYaDCqH=</SessionToken><Expiration>\(end.formatted(.iso8601))</Expiration></Credentials>\
    </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>
    """
  }

  /// A stage with Alice signed in, a stand-in for STS with this response, and a place for it.
  private func stage(
    _ status: String = "200 OK", _ answer: String = keys()
  ) async throws -> (stage: Stage, service: CannedServer, words: [String]) {
    let (stage, _) = try await Stage.signedIn()
    let service = try CannedServer(status: status, json: answer)
    let address = "http://127.0.0.1:\(service.port)"
    try stage.sandbox.write(places: "\(address) main\n")
    return (stage, service, ["helper", "aws", "--sts", address, "--role", Self.role])
  }

  private func run(
    _ words: [String], on stage: Stage, _ variables: [String: String] = [:],
    exits status: Int32? = nil, _ location: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess {
    let runtime = ["XDG_RUNTIME_DIR": stage.sandbox.folder]
    return try await stage.run(
      words, variables: runtime.merging(variables) { $1 }, exits: status, location)
  }

  @Test("the ID token is sent once, and the keys are kept until shortly before they expire")
  func exchange() async throws {
    let end = Date(timeIntervalSinceNow: 3600)
    let (stage, service, words) = try await stage("200 OK", Self.keys(until: end))
    let idToken = try #require(try await stage.session().idToken).reveal()
    let first = try await run(words, on: stage, exits: 0)
    let answer = try JSONObject(parsing: first.output.utf8)
    #expect(
      answer == [
        "Version": 1, "AccessKeyId": "ASIA1", "SecretAccessKey": "a+b/c=",
        "SessionToken": "FQoGZXIvYXdzEBYaDCqH=", "Expiration": .string(end.formatted(.iso8601)),
      ])
    let request = try #require(service.requests.first)
    let form = try Parameters(decoding: request.components(separatedBy: "\r\n\r\n").last ?? "")
    #expect(form["WebIdentityToken"] == idToken && form["RoleArn"] == Self.role)
    #expect(form["Action"] == "AssumeRoleWithWebIdentity" && form["Version"] == "2011-06-15")
    #expect(form["DurationSeconds"] == "3600" && form["RoleSessionName"] == "coatcheck")
    #expect(!request.lowercased().contains("authorization:"))
    // Without the network program.
    let second = try await run(words, on: stage, Self.alone, exits: 0)
    #expect(second.output == first.output && service.requests.count == 1)
    // Now the kept keys expire in less than 15 minutes.
    let folder = stage.sandbox.folder + "/coatcheck/credentials"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0 != "locks" })
    let kept = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    var aged = try JSONObject(parsing: kept.utf8)
    let now = Int(Date().timeIntervalSince1970)
    (aged["begin"], aged["end"]) = (.number(JSONNumber(now - 3000)), .number(JSONNumber(now + 600)))
    try Data(aged.serialized()).write(to: URL(filePath: "\(folder)/\(name)"))
    _ = try await run(words, on: stage, exits: 0)
    #expect(service.requests.count == 2)
    // Signing out removes the kept keys.
    _ = try await run(["logout", "main"], on: stage, exits: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["locks"])
  }

  // attack: K2-46
  @Test("kept keys are used only for the same role, session name, duration and account")
  func others() async throws {
    let (stage, service, words) = try await stage()
    _ = try await run(words, on: stage, exits: 0)
    let others = [
      words.map { $0 == Self.role ? Self.role + "2" : $0 }, words + ["--session-name", "alice"],
      words + ["--duration", "7200"],
    ]
    for (n, words) in others.enumerated() {
      _ = try await run(words, on: stage, exits: 0)
      #expect(service.requests.count == n + 2)
    }
    // Another user signs in under the same account name.
    _ = try await run(["logout", "main"], on: stage, exits: 0)
    let signedOut = try await run(words, on: stage)
    #expect(signedOut.output.isEmpty && service.requests.count == 4)
    let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "main"]
    _ = try await stage.run(login, answer: .allow, user: .bob, exits: 0)
    _ = try await run(words, on: stage, exits: 0)
    #expect(service.requests.count == 5)
  }

  // attack: K2-59
  @Test("kept keys that are damaged are not handed out")
  func damaged() async throws {
    let (stage, service, words) = try await stage()
    let first = try await run(words, on: stage, exits: 0).output
    let folder = stage.sandbox.folder + "/coatcheck/credentials"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0 != "locks" })
    let kept = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    let damages = [
      "", "{", "[]", #"{"credential":1}"#, kept.replacing(#""end":"#, with: #""end":-"#),
    ]
    for (n, damage) in damages.enumerated() {
      try Data(damage.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      #expect(try await run(words, on: stage, exits: 0).output == first, "\(damage)")
      #expect(service.requests.count == n + 2, "\(damage)")
    }
    var status = stat()
    #expect(stat("\(folder)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("concurrent helpers send one request to the service")
  func parallel() async throws {
    let (stage, service, words) = try await stage()
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask { try await run(words, on: stage, exits: 0).output }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outputs.count == 1 && service.requests.count == 1)
  }

  /// Responses of the service, and the exit status of the helper.
  private static let refusals: [(name: String, status: String, answer: String, exit: Int32)] = [
    (
      "an error", "400 Bad Request",
      "<ErrorResponse><Error><Code>ExpiredTokenException</Code><Message>Token {token} expired</Message></Error></ErrorResponse>",
      6
    ),
    ("an error without a code", "403 Forbidden", "<html>", 6),
    ("a server error", "503 Service Unavailable", "", 5),
    ("no keys", "200 OK", "<html>", 9),
    ("a key with markup", "200 OK", keys("A<b/>"), 9),
    ("a key with a quote", "200 OK", keys("A\""), 9),
    ("two keys", "200 OK", keys() + keys(), 9),
    ("an expiration that is no time", "200 OK", keys().replacing("Z</Exp", with: "</Exp"), 9),
  ]

  // attack: K2-45
  @Test("a response without valid keys is an error, and is not kept")
  func refused() async throws {
    for row in Self.refusals {
      let (stage, service, words) = try await stage(row.status, row.answer)
      let idToken = try #require(try await stage.session().idToken).reveal()
      for count in 1...2 {
        let run = try await run(words, on: stage)
        #expect(await run.ended() == .exit(row.exit), "\(row.name): \(run.errors)")
        #expect(run.output.isEmpty && !run.errors.contains(idToken), "\(row.name)")
        #expect(service.requests.count == count, "\(row.name)")
      }
    }
  }

  // attack: K2-44
  @Test("an expired ID token that a refresh has not replaced is not sent")
  func ended() async throws {
    let (stage, service, words) = try await stage()
    let key = try SigningKey.generate(.es256)
    let old = try key.sign(["iat": 1_700_000_000, "exp": 1_700_000_600])
    try await stage.change { $0.idToken = Secret(old) }
    let tokens =
      #"{"access_token":"new","token_type":"Bearer","expires_in":600,"refresh_token":"r"}"#
    let endpoint = try CannedServer(json: tokens)
    try await stage.redirectTokenRequests(to: endpoint)
    let run = try await run(words, on: stage, exits: 4)
    #expect(run.errors.contains("no ID token that is still valid"))
    #expect(run.output.isEmpty && service.requests.isEmpty)
    let asked = endpoint.requests.count
    let google = try await self.run(["helper", "google", "main"], on: stage)
    #expect(!google.output.contains(old) && asked > 0 && endpoint.requests.count > asked)
  }

  /// Arguments that are refused before any request.
  private static let wrongArguments = [
    [], ["--role"], ["--role", "reader"], ["--role", role, "--duration", "60"],
    ["--role", role, "--duration", "43201"], ["--role", role, "--session-name", "a"],
    ["--role", role, "--session-name", "a b"], ["--role", role, "--sts", "http://sts.example"],
    ["--role", role, "main"],
  ]

  @Test("wrong arguments are refused", arguments: wrongArguments)
  func mistakes(_ words: [String]) async throws {
    let run = try await Sandbox().run(["helper", "aws"] + words, exits: 2)
    #expect(run.output.isEmpty && run.errors.hasPrefix("coatcheck: error: "))
  }
}
