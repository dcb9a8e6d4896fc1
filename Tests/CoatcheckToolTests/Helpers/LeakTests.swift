// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Places where no token may appear", .timeLimit(.minutes(20)))
struct LeakTests {
  /// The contents of a file of each process of this machine that can be read.
  private func processes(_ file: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.compactMap { number in
      FileManager.default.contents(atPath: "/proc/\(number)/\(file)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  // attack: K2-50, K2-51, K2-60
  @Test(
    "a program that reads its token from a file has it neither in an argument nor in its environment"
  )
  func processes() async throws {
    let (stage, session) = try await Stage.signedIn()
    let mark = "mark-\(UUID().uuidString)"
    let script = "cat $TOKEN_FILE; echo; exec sleep 600 # \(mark)"
    let run = try stage.sandbox.start(
      ["exec", "--file", "TOKEN_FILE", "--", "sh", "-c", script],
      variables: ["MARK": mark, "COATCHECK_PASSPHRASE_FILE": "/passphrase-\(mark)"])
    let token = session.accessToken.reveal()
    while run.output != token + "\n" { try await Task.sleep(for: .milliseconds(20)) }
    let arguments = processes("cmdline")
    #expect(arguments.contains { $0.contains(mark) })
    #expect(!arguments.contains { $0.contains(token) })
    let environments = processes("environ").filter { $0.contains(mark) }
    #expect(environments.count >= 2)
    #expect(!environments.contains { $0.contains(token) })
    // The program does not get the variable that gives access to the store; the coatcheck process still has
    // it.
    let programs = environments.filter { $0.contains("TOKEN_FILE=") && $0.contains("MARK=") }
    #expect(!programs.isEmpty && !programs.contains { $0.contains("/passphrase-\(mark)") })
    run.send(SIGTERM)
    _ = await run.ended()
  }

  // attack: K2-52
  @Test(
    "no command takes a secret as the value of an option, where a shell's history would keep it")
  func options() async throws {
    let sandbox = try Sandbox()
    let help = try await sandbox.run(["--experimental-dump-help"], exits: 0)
    let tool = try JSONObject(parsing: help.output.utf8)
    var options: [String] = []
    func collect(_ command: JSONObject) {
      for argument in command["arguments"]?.arrayValue ?? [] {
        guard let argument = argument.objectValue, argument["kind"]?.stringValue == "option" else {
          continue
        }
        options += (argument["names"]?.arrayValue ?? []).compactMap {
          $0.objectValue?["name"]?.stringValue
        }
      }
      for command in command["subcommands"]?.arrayValue ?? [] {
        command.objectValue.map(collect)
      }
    }
    try collect(#require(tool["command"]?.objectValue))
    #expect(options.count > 40 && options.contains("client-secret-file"))
    let words = ["secret", "password", "token", "key", "passphrase"]
    let takingSecrets = options.filter { option in
      words.contains { option.split(separator: "-").contains(Substring($0)) }
        && !option.hasSuffix("-file") && !option.hasSuffix("-endpoint")
    }
    // These take a time, a type, and the source of a key.
    #expect(Set(takingSecrets) == ["token-expires-at", "token-type", "key"])
  }

  // attack: K2-53, K2-54
  @Test("a symbolic link in the place of a folder for tokens or keys is not followed")
  func links() async throws {
    let (stage, _) = try await Stage.signedIn()
    let service = try CannedServer(json: "<html>")
    let address = "http://127.0.0.1:\(service.port)"
    try stage.sandbox.write(places: "\(address) main\n")
    let role = "arn:aws:iam::123456789012:role/reader"
    let commands = [
      ("tokens", ["exec", "--file", "TOKEN_FILE", "--", "true"]),
      ("credentials", ["helper", "aws", "--sts", address, "--role", role]),
      ("proxies", ["proxy", "--to", address]),
      ("proxies", ["proxy", "--to", address, "--port", "0"]),
    ]
    for (name, words) in commands {
      let runtime = stage.sandbox.folder + "/\(UUID().uuidString)"
      let target = runtime + "/target"
      for folder in [target, runtime + "/coatcheck"] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(runtime)/coatcheck/\(name)", withDestinationPath: target)
      let run = try await stage.run(words, variables: ["XDG_RUNTIME_DIR": runtime], exits: 8)
      #expect(run.errors.contains("is a symbolic link"), "\(words)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [], "\(words)")
    }
  }

  // attack: K2-57
  @Test("a helper whose output is not read may fail, but ends by itself and prints no token")
  func reader() async throws {
    let (stage, session) = try await Stage.signedIn()
    try stage.sandbox.linkOnce("coatcheck")
    for isSpent in [false, true] {
      if isSpent { try await stage.spend() }
      let script = "{ coatcheck helper mail main; echo $? >&2; } | true"
      let run = try await stage.run(["-c", script], program: "sh", exits: 0)
      let lines = run.errors.split(separator: "\n")
      // It exits by itself and not by a signal; or it has written before the reader ended.
      #expect(["1", "0"].contains(lines.last), "\(run.errors)")
      #expect(!run.errors.contains(session.accessToken.reveal()))
    }
    #expect(try await stage.session().generation == 2)
  }

  // attack: K2-58
  @Test("untrusted words that look like options select no account")
  func words() async throws {
    let (stage, main) = try await Stage.signedIn()
    let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "work"]
    _ = try await stage.run(login, answer: .allow, user: .bob, exits: 0)
    try stage.sandbox.write(places: "https://git.example main\n")
    let work = try await stage.session("work").accessToken.reveal()
    let questions = [
      (["keyring", "get", "https://git.example", "--account=work"], ""),
      (["keyring", "get", "--account=work", "https://git.example"], ""),
      (["go", "--account", "work", "https://git.example"], ""),
      (["docker", "get"], "--account=work"),
      (["git", "get"], "protocol=https\nhost=git.example\nusername=--account=work\n"),
    ]
    for (words, input) in questions {
      let run = try await stage.run(["helper"] + words, input: input)
      #expect(!run.output.contains(work), "\(words)")
    }
    // The account of the place is used.
    let git = try await stage.run(["helper"] + questions[4].0, input: questions[4].1, exits: 0)
    #expect(git.output.contains(main.accessToken.reveal()))
  }
}
