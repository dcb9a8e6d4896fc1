// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Transcripts of the tool")
struct TranscriptTests {
  private static let mail = "https://mail.example"

  /// An app that requests tokens for a mail server.
  private static let mailApp = {
    var client = TestClient.publicApp.registration
    client.id = "mail"
    client.metadata.resources = [mail]
    return TestClient(client)
  }()

  /// The mail server, which introspects the tokens that are issued for it.
  private static let mailServer = {
    var client = TestClient.service.registration
    client.id = "post"
    client.metadata.answersFor = [mail]
    return TestClient(client, secret: Secret("post-secret-0123456789-0123456789"))
  }()

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Transcripts")

  /// Dovecot's programs need root.
  private static let names =
    [
      "sign-in", "refusals", "usage", "inspect", "request", "several-accounts", "accounts",
      "switch", "status", "refresh", "import", "migrate", "docomo", "kii", "oclc", "nx",
      "idaas", "helpers", "git", "curl", "kubectl", "pip", "docker", "exec",
      "aws", "go", "google", "httpie",
    ] + (geteuid() == 0 ? ["mail"] : [])

  @Test(
    "each command prints the output of its transcript, and exits with its status",
    arguments: names)
  func transcript(_ name: String) async throws {
    let file = Self.folder.appending(path: name + ".txt")
    let transcript = try Transcript(String(contentsOf: file, encoding: .utf8))
    let performance = Performance(
      stage: try await Stage.start(clients: [.publicApp, Self.mailApp, Self.mailServer]))
    do {
      for step in transcript.steps {
        switch step {
        case .setting(let line, let words): try await performance.set(words, line: line)
        case .command(let command): try await performance.run(command)
        }
      }
    } catch {
      await performance.end()
      throw error
    }
    await performance.end()
  }
}

/// Runs the steps of a transcript.
private final class Performance {
  let stage: Stage
  private var answer: ScriptedUserAgent.Answer?
  private var user = Visitor.alice
  private var served: CannedServer?
  private var variables: [String: String] = [:]
  private var standIns: [String: StandInProgram] = [:]
  private var keptToken: String?
  private var gates: [String: Gate] = [:]
  /// The contents of secret files, which must not be printed.
  private var secrets: Set<String> = []

  init(stage: Stage) { self.stage = stage }

  func end() async {
    for standIn in standIns.values { standIn.stop() }
  }

  func set(_ words: [String], line: Int) async throws {
    switch words {
    case ["user", "allows"]: (user, answer) = (standIns.isEmpty ? .alice : Self.alice, .allow)
    case ["user", "bob", "allows"]: (user, answer) = (standIns.isEmpty ? .bob : Self.bob, .allow)
    case ["user", "denies"]: answer = .deny
    case ["user", "is", "away"]: answer = nil
    case ["server", "stops"]: await stage.server.stop()
    case let words where words.count > 1 && words[0] == "standin":
      standIns[words[1]] = try await .start(words[1], Array(words.dropFirst(2)))
    case let words where words.count > 2 && words[0] == "gate":
      gates[words[1]] = try await .start(words[2], Array(words.dropFirst(3)), on: stage)
    case let words where words.count == 3 && words[0] == "peer":
      // The script takes the first ports that are free.
      let ports = (0..<9).map { _ in "\(TestPorts.candidate())" }
      gates[words[1]] = try await .start(script: words[2], ports, on: stage)
    case let words where words.count == 2 && words[0] == "link":
      try stage.sandbox.link(words[1])
    case let words where words.count > 1 && words[0] == "log":
      let requests = try #require(gates[words[1]]).requests
      #expect(
        Set(requests.map(Self.outcome)) == Set(words.dropFirst(2)), "line \(line): \(requests)")
    case let words where words.count == 3 && words[0] == "file":
      let path = stage.sandbox.folder + "/" + words[1]
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try await Data(fill(words[2]).utf8).write(to: URL(filePath: path))
      // Configurations are not secret, and a short word may occur in any sentence.
      if words[2].count > 7, !words[2].contains("{") { secrets.insert(words[2]) }
    case let words where words.count == 2 && words[0] == "tarnish":
      try await stage.change(words[1]) {
        $0.accessToken = Secret("tarnished")
        $0.obtainedAt -= 600
      }
    case let words where words.count == 2 && words[0] == "forge":
      try await stage.change(words[1]) { $0.refreshToken = Secret("forged") }
    case ["store", "is", "a", "file"]:
      try FileManager.default.removeItem(atPath: stage.sandbox.storePath)
      try Data("x".utf8).write(to: URL(filePath: stage.sandbox.storePath))
    case let words where words.count == 3 && words[0] == "set":
      variables[words[1]] = try await fill(words[2])
    case let words where words.count > 1 && words[0] == "passphrase":
      let path = stage.sandbox.folder + "/passphrase"
      try Data(words.dropFirst().joined(separator: " ").utf8).write(to: URL(filePath: path))
      chmod(path, 0o600)
    case let words where words.count == 5 && words.starts(with: ["keep", "the", "tokens", "of"]):
      let session = try await stage.session(words[4])
      keptToken = session.accessToken.reveal()
      let refreshToken = session.refreshToken?.reveal() ?? ""
      try Data(refreshToken.utf8).write(to: URL(filePath: stage.sandbox.folder + "/refresh"))
    case let words where words.count == 2 && words[0] == "interrupt":
      try await stage.change(words[1]) { $0.refreshMarker = RefreshMarker(startedAt: Date()) }
    case let words where words.count == 2 && words[0] == "exhaust":
      try await stage.spend(words[1])
      try await stage.change(words[1]) { $0.refreshToken = nil }
    case let words where words.count == 2 && words[0] == "expire": try await stage.spend(words[1])
    case let words where words.count == 2 && words[0] == "damage":
      try await stage.damage(words[1])
    case let words where words.count == 2 && words[0] == "end":
      let session = try await stage.session(words[1])
      _ = try await stage.server.store.revokeUser(
        session.account.subject, reason: "test", at: Date())
    case let words where words.count == 3 && words[0] == "serve":
      served = try CannedServer(status: words[1], json: words[2])
    default: throw Transcript.Malformed(line: line)
    }
  }

  /// The scheme and the status of a request at a gate, as `basic-200`.
  private static func outcome(_ request: String) -> String {
    request.split(separator: " ").suffix(2).joined(separator: "-")
  }

  private static let alice = Visitor(StandInUser.alice)
  private static let bob = Visitor(StandInUser.bob)

  func run(_ command: Transcript.Command) async throws {
    let words = try await command.words.asyncMap(fill)
    guard let program = words.first else { throw Transcript.Malformed(line: command.line) }
    let run = try await stage.run(
      Array(words.dropFirst()), answer: program == "coatcheck" ? answer : nil, user: user,
      program: program, variables: variables, input: fill(command.input))
    let place = Comment(rawValue: "line \(command.line): \(command.words.joined(separator: " "))")
    #expect(await run.ended() == .exit(command.status), place)
    for secret in secrets {
      #expect(!(run.output + run.errors).contains(secret), place)
    }
    try await check(run.output, command.output, place)
    try await check(run.errors, command.errors, place)
  }

  private func check(_ printed: String, _ expected: [String], _ place: Comment) async throws {
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let isOpen = expected.last == "…"
    let wanted = try await (isOpen ? expected.dropLast() : expected[...]).asyncMap(fill)
    #expect(
      isOpen ? lines.count >= wanted.count : lines.count == wanted.count, "\(place)\n\(printed)")
    for (line, pattern) in zip(lines, wanted) {
      #expect(Transcript.fits(String(line), pattern), "\(place)\nnot: \(pattern)")
    }
  }

  private func fill(_ text: String) async throws -> String {
    var text = text
    text.replace("{issuer}", with: stage.server.issuer)
    text.replace("{store}", with: stage.sandbox.storePath)
    text.replace("{home}", with: stage.sandbox.folder + "/home")
    text.replace("{folder}", with: stage.sandbox.folder)
    for (name, gate) in gates {
      text.replace("{\(name)}", with: gate.server)
      text.replace("{\(name) folder}", with: gate.folder)
      for (n, port) in gate.ports.enumerated() {
        text.replace("{\(name) port \(n + 1)}", with: "\(port)")
      }
    }
    for (name, standIn) in standIns { text.replace("{\(name)}", with: standIn.url) }
    if let served { text.replace("{served}", with: "http://127.0.0.1:\(served.port)") }
    if text.contains("{access}") {
      let token: String
      if let keptToken {
        token = keptToken
      } else {
        token = try await stage.session().accessToken.reveal()
      }
      text.replace("{access}", with: token)
    }
    if text.contains("{foreign}") {
      let key = try SigningKey.generate(.es256)
      let claims: JSONObject = ["iss": .string(stage.server.issuer), "exp": 4_000_000_000]
      text.replace("{foreign}", with: try key.sign(claims))
    }
    return text
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
