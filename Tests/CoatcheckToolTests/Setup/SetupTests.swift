// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("coatcheck setup", .timeLimit(.minutes(20)))
struct SetupTests {
  /// A home folder with files, in which a program is set up.
  private struct Home {
    let stage: Stage
    let folder: String

    init(_ files: [String: String], _ stage: Stage) throws {
      self.stage = stage
      folder = "\(stage.sandbox.folder)/\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files { try write(text, to: name) }
    }

    var variables: [String: String] { ["HOME": folder, "GIT_CONFIG_NOSYSTEM": "1"] }

    func write(_ text: String, to name: String) throws {
      let url = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      chmod(url.path, 0o640)
    }

    /// All files and links below the folder, except the record of coatcheck, with their contents and
    /// permissions.
    var contents: [String: String] {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      var contents: [String: String] = [:]
      for name in names where !name.hasPrefix(".local/state/coatcheck") {
        let path = "\(folder)/\(name)"
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
          contents[name] = "link to \(target)"
        } else if let data = FileManager.default.contents(atPath: path) {
          var status = stat()
          stat(path, &status)
          contents[name] =
            "\(String(status.st_mode & 0o777, radix: 8)) \(data.base64EncodedString())"
        }
      }
      return contents
    }

    func text(_ name: String) -> String {
      FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    }

    @discardableResult
    func run(
      _ words: [String], program: String = "coatcheck", exits status: Int32 = 0,
      _ location: SourceLocation = #_sourceLocation
    ) async throws -> ToolProcess {
      try await stage.run(
        words, program: program, variables: variables, exits: status, location)
    }
  }

  private struct Row: CustomTestStringConvertible {
    let testDescription: String
    /// The arguments of `coatcheck setup`.
    let words: [String]
    /// The files that exist before.
    var files: [String: String] = [:]
    /// A file, and what has to be in it afterwards; `PROGRAM` stands for the path of coatcheck.
    let file: String
    let result: String
    /// Another program that reads the file, and its expected output.
    var reader: [String] = []
    var says = ""

    init(
      _ name: String, _ words: [String], files: [String: String] = [:], _ file: String,
      _ result: String, reader: [String] = [], says: String = ""
    ) {
      testDescription = name
      self.words = words
      self.files = files
      self.file = file
      self.result = result
      self.reader = reader
      self.says = says
    }
  }

  private static let section = """
    [credential "https://git.example"]
    \thelper =
    \thelper = !PROGRAM helper git

    """
  private static let kubeconfig = """
    apiVersion: v1
    clusters:
    - cluster:
        server: https://k8s.example:6443
      name: c
    contexts:
    - context:
        cluster: c
        user: old
      name: x
    current-context: x
    kind: Config
    preferences: {}
    users:
    - name: old
      user:
        token: t
    """ + "\n"
  private static let user = """
    users:
    - name: coatcheck-main
      user:
        exec:
          apiVersion: client.authentication.k8s.io/v1beta1
          command: PROGRAM
          args:
          - helper
          - kubernetes
          - --account
          - main
          interactiveMode: Never
          provideClusterInfo: true
    - name: old

    """
  private static let mail = """
    defaults
    tls on
    account work
    host smtp.example
    password wonderland
    user alice
    auth plain
    account default : work

    """
  private static let crates = """
    [registries.team]
    index = "sparse+https://crates.example/index/"
    """

  private static let rows: [Row] = [
    Row(
      "git, without a configuration", ["git", "https://git.example"], ".gitconfig", section,
      reader: [
        "git", "config", "--global", "--get-urlmatch", "credential.helper",
        "https://git.example/team/a.git",
      ], says: "!PROGRAM helper git\n"),
    Row(
      "git, with one that does not end in a line break", ["git", "https://git.example"],
      files: [".gitconfig": "[user]\n\tname = Alice"], ".gitconfig",
      "[user]\n\tname = Alice\n" + section,
      reader: ["git", "config", "--global", "user.name"], says: "Alice\n"),
    Row(
      "git, with one in the folder for configuration files", ["git", "https://git.example"],
      files: [".config/git/config": "; mine\r\n"], ".config/git/config", "; mine\r\n" + section),
    Row(
      "kubernetes", ["kubernetes"], files: [".kube/config": kubeconfig], ".kube/config", user,
      reader: [
        "kubectl", "config", "view", "--minify", "-o",
        "jsonpath={.users[0].name} {.users[0].user.exec.args} {.users[0].user.exec.command}",
      ], says: #"coatcheck-main ["helper","kubernetes","--account","main"] PROGRAM"#),
    Row(
      "kubernetes, without users", ["kubernetes", "x"],
      files: [
        ".kube/config": kubeconfig.replacing(
          "users:\n- name: old\n  user:\n    token: t\n", with: "users: []\n")
      ], ".kube/config", user.replacing("- name: old\n", with: ""),
      reader: ["kubectl", "config", "view", "--minify", "-o", "jsonpath={.users[0].name}"],
      says: "coatcheck-main"),
    Row(
      "docker, without a configuration", ["docker", "registry.example:5000"],
      ".docker/config.json",
      "{\n\t\"credHelpers\": {\n\t\t\"registry.example:5000\": \"coatcheck\"\n\t}\n}\n"),
    Row(
      "docker, with signed-in registries", ["docker", "registry.example:5000"],
      files: [".docker/config.json": #"{"auths": {"a": {"auth": "YTpi,}"}}}"#],
      ".docker/config.json",
      "{\n\t\"credHelpers\": {\n\t\t\"registry.example:5000\": \"coatcheck\"\n\t},\"auths\": {\"a\": {\"auth\": \"YTpi,}\"}}}"
    ),
    Row(
      "docker, with another helper", ["docker", "registry.example:5000"],
      files: [
        ".docker/config.json":
          #"{ "credHelpers": { "a.example": "pass", "registry.example:5000": "pass" } }"# + "\n"
      ], ".docker/config.json",
      #"{ "credHelpers": { "a.example": "pass", "registry.example:5000": "coatcheck" } }"# + "\n"),
    Row(
      "docker, with a helper for others", ["docker", "registry.example:5000"],
      files: [".docker/config.json": #"{"credHelpers":{"a.example":"pass"}}"#],
      ".docker/config.json",
      "{\"credHelpers\":{\n\t\t\"registry.example:5000\": \"coatcheck\",\"a.example\":\"pass\"}}"),
    Row(
      "msmtp, with a password", ["msmtp", "work"], files: [".msmtprc": mail], ".msmtprc",
      """
      defaults
      tls on
      account work
      auth oauthbearer
      passwordeval "PROGRAM helper mail main"
      host smtp.example
      user alice
      account default : work

      """),
    Row(
      "mbsync, with a password", ["mbsync", "work"],
      files: [
        ".mbsyncrc":
          "IMAPAccount work\nHost imap.example\nPass wonderland\n\nIMAPStore remote\nAccount work\n"
      ], ".mbsyncrc",
      "IMAPAccount work\nAuthMechs XOAUTH2\nPassCmd \"PROGRAM helper mail main\"\nHost imap.example\n\nIMAPStore remote\nAccount work\n"
    ),
    Row(
      "aws, for a profile with a region", ["aws", "work=arn:aws:iam::123456789012:role/reader"],
      files: [".aws/config": "[profile work]\nregion = eu-central-1\n[default]\n"], ".aws/config",
      """
      [profile work]
      credential_process = PROGRAM helper aws --account main --role arn:aws:iam::123456789012:role/reader
      region = eu-central-1
      [default]

      """, reader: ["aws", "configure", "get", "credential_process", "--profile", "work"],
      says: "PROGRAM helper aws --account main --role arn:aws:iam::123456789012:role/reader\n"),
    Row(
      "aws, where the heading is written in another way",
      ["aws", "work=arn:aws:iam::123456789012:role/reader"],
      files: [".aws/config": "[ profile  work ] # mine\nregion = eu-central-1\n"], ".aws/config",
      """
      [ profile  work ] # mine
      credential_process = PROGRAM helper aws --account main --role arn:aws:iam::123456789012:role/reader
      region = eu-central-1

      """),
    Row(
      "aws, without a file", ["aws", "arn:aws:iam::123456789012:role/reader"], ".aws/config",
      """
      [default]
      credential_process = PROGRAM helper aws --account main --role arn:aws:iam::123456789012:role/reader

      """),
    Row(
      "cargo", ["cargo", "team"], files: [".cargo/config.toml": crates], ".cargo/config.toml",
      """
      [registries.team]
      credential-provider = ["cargo:token-from-stdout", "PROGRAM", "helper", "cargo"]
      index = "sparse+https://crates.example/index/"
      """),
    Row(
      "go, without a configuration", ["go", "https://go.example"], ".config/go/env",
      "GOAUTH=PROGRAM helper go https://go.example; netrc\n"),
    Row(
      "go, with other settings", ["go", "https://go.example"],
      files: [".config/go/env": "GOPROXY=direct\nGOAUTH=git /work\nGOSUMDB=off\n"],
      ".config/go/env",
      "GOPROXY=direct\nGOAUTH=PROGRAM helper go https://go.example; git /work\nGOSUMDB=off\n"),
    Row(
      "terraform", ["terraform", "registry.example"],
      files: [".terraformrc": "disable_checkpoint = true\n"], ".terraformrc",
      "disable_checkpoint = true\ncredentials_helper \"coatcheck\" {\n}\n"),
    Row(
      "bazel", ["bazel", "https://cache.example"], ".bazelrc",
      "common --credential_helper=cache.example=FOLDER/bazel-credential-coatcheck\n"),
  ]

  @Test(
    "changes each program, keeps its other settings, and --undo restores each file byte for byte"
  )
  func setUp() async throws {
    let (stage, _) = try await Stage.signedIn()
    try stage.sandbox.link("coatcheck", "bazel-credential-coatcheck")
    let program = "\(stage.sandbox.links)/coatcheck"
    let filled = { (text: String) in
      text.replacing("PROGRAM", with: program).replacing("FOLDER", with: stage.sandbox.links)
    }
    for row in Self.rows {
      let name = Comment(rawValue: row.testDescription)
      let home = try Home(row.files, stage)
      let before = home.contents
      // Without --yes and a terminal nothing is written.
      let shown = try await home.run(["setup"] + row.words)
      #expect(shown.output.contains("\(home.folder)/\(row.file)") && home.contents == before, name)
      #expect(!shown.output.contains("wonderland"), name)
      try await home.run(["setup"] + row.words + ["--yes"])
      let after = home.contents
      #expect(home.text(row.file).contains(filled(row.result)), "\(name): \(home.text(row.file))")
      if let reader = row.reader.first {
        let run = try await home.run(Array(row.reader.dropFirst()), program: reader)
        #expect(run.output == filled(row.says), name)
      }
      // A second time changes nothing.
      let again = try await home.run(["setup"] + row.words + ["--yes"])
      #expect(again.output.isEmpty && again.errors.contains("is set up already"), name)
      #expect(home.contents == after, name)
      try await home.run(["setup", row.words[0], "--undo"])
      #expect(home.contents == after, name)
      try await home.run(["setup", row.words[0], "--undo", "--yes"])
      #expect(home.contents == before, name)
    }
  }

  // attack: K2-28
  @Test("--undo reverts the changes of setup, and keeps all later changes")
  func changedSince() async throws {
    let (stage, _) = try await Stage.signedIn()
    let home = try Home([".msmtprc": Self.mail, ".gitconfig": "[user]\n\tname = Alice\n"], stage)
    try await home.run(["setup", "git", "https://a.example", "--yes"])
    try await home.run(["setup", "git", "https://b.example", "--yes"])
    try home.write("# mine\n" + home.text(".gitconfig") + "[core]\n", to: ".gitconfig")
    let places = ".config/coatcheck/places"
    try home.write(home.text(places) + "# mine\n", to: places)
    try await home.run(["setup", "git", "--undo", "--yes"])
    #expect(home.text(".gitconfig") == "# mine\n[user]\n\tname = Alice\n[core]\n")
    #expect(home.text(places) == "# mine\n")

    // An inserted text that the user has changed since cannot be reverted: then nothing is undone.
    try await home.run(["setup", "msmtp", "work", "--yes"])
    let changed = home.text(".msmtprc").replacing("oauthbearer", with: "xoauth2")
    try home.write(changed, to: ".msmtprc")
    let refused = try await home.run(["setup", "msmtp", "--undo", "--yes"], exits: 1)
    #expect(refused.errors.contains(".msmtprc has been changed since"))
    #expect(home.text(".msmtprc") == changed)
    try await home.run(["setup", "msmtp", "--forget"])
    let nothing = try await home.run(["setup", "msmtp", "--undo", "--yes"])
    #expect(nothing.errors.contains("msmtp was not set up here"))
  }

  // attack: K2-29
  @Test("only the user can read the record of changes, which may hold a password")
  func privateRecord() async throws {
    let (stage, _) = try await Stage.signedIn()
    let home = try Home([".msmtprc": Self.mail], stage)
    let run = try await home.run(["setup", "msmtp", "work", "--yes"])
    #expect(!(run.output + run.errors).contains("wonderland"))
    let record = "\(home.folder)/.local/state/coatcheck/setup/msmtp"
    #expect(home.text(".local/state/coatcheck/setup/msmtp").contains("wonderland"))
    var status = stat()
    #expect(stat(record, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  private static let refusals: [(words: [String], files: [String: String], says: String)] = [
    (["kubernetes"], [".kube/config": "{\"contexts\": []}"], "has no context"),
    (
      ["kubernetes"],
      [
        ".kube/config": kubeconfig.replacing("users:\n- name: old", with: "users: [{name: old}]\n#")
      ],
      "is not written as kubectl writes it"
    ),
    (["docker", "registry.example"], [".docker/config.json": "{]"], "is no JSON object"),
    (
      ["docker", "registry.example"], [".docker/config.json": #"{"credHelpers":[]}"#],
      "is no JSON object"
    ),
    (
      ["terraform", "a.example"], [".terraformrc": "credentials_helper \"b\" {\n}\n"],
      "another credentials_helper"
    ),
    (["msmtp", "home"], [".msmtprc": mail], "has no account “home”"),
    (
      ["aws", "a=arn:aws:iam::123456789012:role/reader"],
      [".aws/credentials": "[a]\naws_access_key_id = k\n"], "has keys for the profile “a”"
    ),
    (["aws", "reader"], [:], "--role is the ARN of a role"),
    (["git", "http://git.example"], [:], "it is plain HTTP"),
    (["git"], [:], "the argument is missing: the address of the server"),
    (["svn", "https://a.example"], [:], "“svn” is no program that can be set up"),
  ]

  // attack: K2-30
  @Test("refuses and keeps a file that it cannot change safely", arguments: refusals.indices)
  func refused(_ index: Int) async throws {
    let (words, files, says) = Self.refusals[index]
    let (stage, _) = try await Stage.signedIn()
    let home = try Home(files, stage)
    let before = home.contents
    let process = try stage.sandbox.start(
      ["setup"] + words + ["--yes"], variables: home.variables)
    #expect(await process.ended() != .exit(0))
    #expect(process.errors.contains(says), "\(process.errors)")
    #expect(home.contents == before)
  }
}
