// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The administration of a server", .timeLimit(.minutes(10)))
struct AdministrationTranscriptTests {
  @Test("each command prints the output of its transcript, and has the described effect")
  func day() async throws {
    let file = TranscriptTests.folder.appending(path: "administration.txt")
    let transcript = try Transcript(String(contentsOf: file, encoding: .utf8))
    let day = WorkingDay(folder: try Folder())
    for step in transcript.steps {
      switch step {
      case .setting(let line, let words): try await day.set(words, line: line)
      case .command(let command): try await day.run(command)
      }
    }
    day.end()
  }
}

/// Runs the steps of the transcript, with one server at a time.
private final class WorkingDay {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private let folder: Folder
  private var server: ChildProcess?
  private var origin = ""
  private var printed = ""
  private var values: [String: String] = [:]
  private var grant: JSONObject = [:]
  private var oldSecret = ""

  init(folder: Folder) {
    self.folder = folder
    values = [
      "db": folder.path + "/d.sqlite", "other": folder.path + "/other.sqlite",
      "folder": folder.path,
    ]
  }

  func end() { server?.stop() }

  func set(_ words: [String], line: Int) async throws {
    let place = Comment(rawValue: "line \(line)")
    switch words {
    case ["server", "starts"]: try await start("{db}")
    case ["other", "server", "starts"]: try await start("{other}")
    case ["server", "stops"]: server?.stop()
    case let words where words.starts(with: ["carol", "signs", "in", "with"]):
      grant = try await signIn(password: fill(words[4]))
      #expect(grant["refresh_token"] != nil, place)
    case ["the", "token", "is", "accepted"]: #expect(try await userInfo() == 200, place)
    case ["the", "token", "is", "refused"]: #expect(try await userInfo() == 401, place)
    case ["the", "refresh", "token", "is", "refused"]:
      let reply = try await token([
        "grant_type": "refresh_token", "client_id": "app",
        "refresh_token": grant["refresh_token"]?.stringValue ?? "",
      ])
      #expect(reply["error"] == "invalid_grant", place)
    case ["the", "secret", "is", "accepted"]:
      #expect(try await batch(values["client secret"] ?? "")["access_token"] != nil, place)
    case ["the", "old", "secret", "is", "refused"]:
      #expect(try await batch(oldSecret)["error"] == "invalid_client", place)
    case let words where words.starts(with: ["the", "output", "goes", "to"]):
      try Data(printed.utf8).write(to: URL(filePath: fill(words[4])))
    default: throw Transcript.Malformed(line: line)
    }
  }

  func run(_ command: Transcript.Command) async throws {
    let place = Comment(rawValue: "line \(command.line): \(command.words.joined(separator: " "))")
    var words = command.words.map(fill)
    var input = folder.path + "/input"
    try Data(command.input.utf8).write(to: URL(filePath: input))
    if let from = words.firstIndex(of: "FROM") {
      input = words[from + 1]
      words.removeSubrange(from...)
    }
    let process = try ChildProcess(
      Programs.path(words.removeFirst()), words, input: input)
    let (output, status) = try await process.end()
    #expect(status == command.status, "\(place)\n\(output)")
    printed = output
    for name in ["client secret", "password"] {
      for line in output.split(separator: "\n") where line.hasPrefix(name + ": ") {
        if name == "client secret" { oldSecret = values[name] ?? "" }
        values[name] = String(line.dropFirst(name.count + 2))
      }
    }
    let lines = output.split(separator: "\n").map(String.init)
    let isOpen = command.output.last == "…"
    let wanted = isOpen ? command.output.dropLast() : command.output[...]
    #expect(
      isOpen ? lines.count >= wanted.count : lines.count == wanted.count, "\(place)\n\(output)")
    for (line, pattern) in zip(lines, wanted) {
      #expect(Transcript.fits(line, fill(pattern)), "\(place)\nnot: \(pattern)\n\(line)")
    }
  }

  private func start(_ database: String) async throws {
    let process = try ChildProcess(
      Programs.path("coatcheckd"), ["serve", "--database", fill(database), "--port", "0"])
    origin = try await process.daemonOrigin()
    server = process
    // The commands find the server by its socket, which is there soon after.
    let socket = fill(database) + ".admin"
    for _ in 0..<600 where Self.rights(of: socket) != 0o600 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(Self.rights(of: socket) == 0o600)
  }

  private static func rights(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  private func fill(_ text: String) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private func signIn(password: String) async throws -> JSONObject {
    let agent = ScriptedUserAgent(
      username: "carol", password: Secret(password), transport: PatientTransport())
    let parameters: Parameters = [
      "response_type": "code", "client_id": "app", "scope": "openid offline_access",
      "redirect_uri": "http://127.0.0.1:49152/callback", "state": "s",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ]
    let url = try #require(URL(string: "\(origin)/authorize?\(parameters.encoded)"))
    let location = try await agent.authorize(at: url)
    let query = try Parameters(decoding: String(location.split(separator: "?").last ?? ""))
    return try await token([
      "grant_type": "authorization_code", "code": query["code"] ?? "", "client_id": "app",
      "code_verifier": Self.verifier, "redirect_uri": "http://127.0.0.1:49152/callback",
    ])
  }

  private func batch(_ secret: String) async throws -> JSONObject {
    let basic = Data("batch:\(secret)".utf8).base64EncodedString()
    return try await token(
      ["grant_type": "client_credentials"], authorization: "Basic \(basic)")
  }

  private func token(
    _ form: Parameters, authorization: String? = nil
  ) async throws -> JSONObject {
    var request = try HTTPRequest(.post, at: origin + "/token")
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.authorization] = authorization
    let (_, body) = try await PatientTransport().send(
      request, body: Data(form.encoded.utf8), limit: .standard)
    return try JSONObject(parsing: Array(body))
  }

  private func userInfo() async throws -> Int {
    var request = try HTTPRequest(.get, at: origin + "/userinfo")
    request.headerFields[.authorization] = "Bearer \(grant["access_token"]?.stringValue ?? "")"
    return try await PatientTransport().send(request, body: Data(), limit: .standard).0.status.code
  }
}
