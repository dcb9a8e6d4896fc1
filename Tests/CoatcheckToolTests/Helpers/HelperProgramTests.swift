// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Helpers, and the accounts of a user", .timeLimit(.minutes(20)))
struct HelperProgramTests {
  private static let alone = ["COATCHECK_EXEC_PATH": "/nonexistent"]
  private static let get = "protocol=https\nhost=git.example\n"

  /// A stage with Alice signed in, and this list of places.
  private func stage(_ places: String = "https://git.example main\n") async throws -> Stage {
    let (stage, _) = try await Stage.signedIn()
    try stage.sandbox.write(places: places)
    return stage
  }

  /// The password in the output for git.
  private func password(_ run: ToolProcess) -> String? {
    run.output.split(separator: "\n").first { $0.hasPrefix("password=") }.map {
      String($0.dropFirst(9))
    }
  }

  private static let cluster = [
    "KUBERNETES_EXEC_INFO": """
    {"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",\
    "spec":{"cluster":{"server":"https://git.example"},"interactive":false}}
    """
  ]
  private static let registry = [
    "CARGO_REGISTRY_INDEX_URL": "sparse+https://git.example/index/"
  ]

  /// A call of each helper that returns access tokens.
  private static let questions:
    [(arguments: [String], input: String, variables: [String: String])] =
      [
        (["git", "get"], get, [:]), (["kubernetes"], "", cluster),
        (["docker", "get"], "git.example", [:]), (["mail"], "", [:]),
        (["curl", "https://git.example/a"], "", [:]), (["netrc", "https://git.example"], "", [:]),
        (["keyring", "get", "https://git.example", "u"], "", [:]), (["cargo"], "", registry),
        (["go", "https://git.example"], "", [:]), (["terraform", "get", "git.example"], "", [:]),
        (["bazel", "get"], #"{"uri":"https://git.example/cache"}"#, [:]),
      ]

  @Test("a cached token needs the small program only, and no request")
  func cached() async throws {
    let stage = try await stage()
    let token = try await stage.session().accessToken.reveal()
    let asked = stage.server.requests.all.count
    for question in Self.questions {
      let run = try await stage.run(
        ["helper"] + question.arguments, variables: Self.alone.merging(question.variables) { $1 },
        input: question.input, exits: 0)
      #expect(run.output.contains(token) && run.errors.isEmpty, "\(question.arguments)")
    }
    // The same holds for a place that is not on the list.
    let other = "protocol=https\nhost=evil.example\n"
    let run = try await stage.run(
      ["helper", "git", "get"], variables: Self.alone, input: other, exits: 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(stage.server.requests.all.count == asked)
  }

  @Test(
    "a cached token is handed out where there is no network",
    .enabled(if: OwnNetwork.isPossible, "a network of its own cannot be made: it needs root"))
  func withoutNetwork() async throws {
    let stage = try await stage()
    let token = try await stage.session().accessToken.reveal()
    for question in Self.questions {
      let run = try await stage.run(
        ["--net", Programs.path("coatcheck"), "helper"] + question.arguments, program: "unshare",
        variables: question.variables, input: question.input, exits: 0)
      #expect(run.output.contains(token) && run.errors.isEmpty, "\(question.arguments)")
    }
  }

  @Test("a program that is started through a link runs the helper of that name")
  func link() async throws {
    let stage = try await stage()
    let link = stage.sandbox.folder + "/git-credential-coatcheck"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Programs.path("coatcheck"))
    for isSpent in [false, true] {
      if isSpent { try await stage.spend() }
      let run = try await stage.run(["get"], program: link, input: Self.get, exits: 0)
      #expect(password(run) == (try await stage.session().accessToken.reveal()))
    }
  }

  @Test("a token that has expired, or expires too soon, is replaced")
  func replaced() async throws {
    let stage = try await stage()
    let first = try await stage.session()
    try await stage.change { $0.expiry = .at(Date(timeIntervalSinceNow: 200)) }
    // Half of its lifetime is longer than the 200 seconds that are left.
    try await stage.change { $0.obtainedAt = Date(timeIntervalSinceNow: -3400) }
    let mail = try await stage.run(["helper", "mail", "main"], exits: 0)
    #expect(mail.output == first.accessToken.reveal() + "\n")
    let git = try await stage.run(["helper", "git", "get"], input: Self.get, exits: 0)
    let second = try await stage.session()
    #expect(second.generation == 2 && password(git) == second.accessToken.reveal())
    try await stage.spend()
    let again = try await stage.run(["helper", "mail"], exits: 0)
    #expect(again.output == (try await stage.session().accessToken.reveal()) + "\n")
  }

  @Test("a token that is still valid is handed out if the refresh fails")
  func unreachable() async throws {
    let stage = try await stage()
    try await stage.change { $0.expiry = .at(Date(timeIntervalSinceNow: 200)) }
    try await stage.change { $0.obtainedAt = Date(timeIntervalSinceNow: -3400) }
    await stage.server.stop()
    let run = try await stage.run(["helper", "git", "get"], input: Self.get, exits: 0)
    #expect(password(run) == (try await stage.session().accessToken.reveal()))
    try await stage.spend()
    let late = try await stage.run(["helper", "git", "get"], input: Self.get, exits: 5)
    #expect(late.output == "quit=1\n" && late.errors.hasPrefix("coatcheck: error: "))
  }

  @Test("200 helpers at once with an expired token send one refresh request, and get the new token")
  func together() async throws {
    let stage = try await stage()
    try await stage.spend()
    let asked = stage.server.requests.count("/token")
    let runs = try await concurrently(200) { _ in
      try await stage.run(["helper", "git", "get"], input: Self.get, exits: 0)
    }
    #expect(stage.server.requests.count("/token") == asked + 1)
    let token = try await stage.session().accessToken.reveal()
    #expect(runs.allSatisfy { password($0) == token })
  }

  // attack: K2-10 K2-11
  @Test("a rejected token that git erases is replaced by the next call; any other token is ignored")
  func erase() async throws {
    let stage = try await stage()
    let first = try await stage.session()
    for (token, generation) in [("foreign", 1), (first.accessToken.reveal(), 2)] {
      let asked = stage.server.requests.all.count
      let erased = try await stage.run(
        ["helper", "git", "erase"], input: Self.get + "username=oauth2\npassword=\(token)\n",
        exits: 0)
      #expect(erased.output.isEmpty && erased.errors.isEmpty)
      #expect(stage.server.requests.all.count == asked, "no network is needed")
      let run = try await stage.run(["helper", "git", "get"], input: Self.get, exits: 0)
      let session = try await stage.session()
      #expect(session.generation == generation && password(run) == session.accessToken.reveal())
    }
  }

  // attack: K2-16 K2-25
  @Test("an ended session is reported without its token, and no browser is opened")
  func ended() async throws {
    let stage = try await stage()
    let token = try await stage.session().accessToken.reveal()
    try await stage.change { $0.refreshToken = Secret("forged") }
    try await stage.spend()
    let git = try await stage.run(["helper", "git", "get"], input: Self.get, exits: 4)
    #expect(git.output == "quit=1\n")
    #expect(git.errors.contains("coatcheck: hint: sign in again with: coatcheck login "))
    let docker = try await stage.run(["helper", "docker", "get"], input: "git.example", exits: 3)
    #expect(!docker.output.isEmpty && !docker.output.contains("{"))
    let google = try await stage.run(["helper", "google", "main"], exits: 0)
    #expect(google.output.hasPrefix(#"{"version":1,"success":false,"code":"#))
    #expect(try stage.sandbox.takeAddress() == nil)
    for run in [git, docker, google] {
      #expect(!(run.output + run.errors).contains(token) && !run.errors.contains("forged"))
    }
  }

  // attack: K2-27
  @Test("COATCHECK_ACCOUNT and the default account do not change the account of a place")
  func variable() async throws {
    let stage = try await stage()
    let run = try await stage.run(
      ["login", stage.server.issuer, "--client-id", "app", "--name", "other"], answer: .allow,
      user: .bob)
    #expect(await run.ended() == .exit(0))
    let main = try await stage.session("main").accessToken.reveal()
    let git = try await stage.run(
      ["helper", "git", "get"], variables: ["COATCHECK_ACCOUNT": "other"], input: Self.get, exits: 0
    )
    #expect(password(git) == main)
    let other = "protocol=https\nhost=other.example\n"
    let none = try await stage.run(
      ["helper", "git", "get"], variables: ["COATCHECK_ACCOUNT": "other"], input: other, exits: 0)
    #expect(none.output.isEmpty)
  }

  // attack: K2-13
  @Test("a list of places that other users can change is refused")
  func rights() async throws {
    let stage = try await stage()
    for (mode, isObeyed) in [(0o664, false), (0o646, false), (0o644, true), (0o600, true)] {
      chmod(stage.sandbox.placesPath, mode_t(mode))
      let run = try await stage.run(
        ["helper", "git", "get"], input: Self.get, exits: isObeyed ? 0 : 8)
      #expect((password(run) != nil) == isObeyed)
      #expect(run.errors.contains("can be changed by other users") != isObeyed)
    }
  }

  // attack: K2-18
  @Test("input of more than 32 KiB is refused")
  func long() async throws {
    let stage = try await stage()
    let input = Self.get + "path=" + String(repeating: "a", count: 40_000) + "\n"
    let run = try await stage.run(["helper", "git", "get"], input: input, exits: 2)
    #expect(run.output.isEmpty && run.errors.contains("more than 32768 bytes"))
  }

  @Test("places are added from several programs at once, and comments stay")
  func map() async throws {
    let stage = try await stage("# mine\nhttps://git.example main\n")
    let runs = try await concurrently(20) { n in
      try await stage.run(["helper", "map", "https://a\(n).example", "main"], exits: 0)
    }
    #expect(runs.allSatisfy { $0.output.hasSuffix(".example main\n") })
    let text = try String(contentsOfFile: stage.sandbox.placesPath, encoding: .utf8)
    #expect(text.hasPrefix("# mine\nhttps://git.example main\n"))
    #expect(text.split(separator: "\n").count == 22)
  }
}
