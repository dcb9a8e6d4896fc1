// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The account of a folder", .timeLimit(.minutes(20)))
struct FolderAccountTests {
  private static let alone = ["COATCHECK_EXEC_PATH": "/nonexistent"]

  /// Alice as "main", which is the default account, and Bob as "work".
  private func stage() async throws -> Stage {
    let (stage, _) = try await Stage.signedIn()
    let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "work"]
    _ = try await stage.run(login, answer: .allow, user: .bob, exits: 0)
    _ = try await stage.run(["switch", "main"], exits: 0)
    try FileManager.default.createDirectory(
      atPath: stage.sandbox.folder + "/project/deep", withIntermediateDirectories: true)
    return stage
  }

  /// Runs a command in a folder of the home.
  private func run(
    _ words: String, in folder: String, on stage: Stage, _ variables: [String: String] = [:],
    exits status: Int32? = 0, _ location: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess {
    try stage.sandbox.linkOnce("coatcheck")
    let script = "cd '\(stage.sandbox.folder)/\(folder)' && exec coatcheck \(words)"
    return try await stage.run(
      ["-c", script], program: "sh", variables: variables, exits: status, location)
  }

  private func token(_ name: String, _ stage: Stage) async throws -> String {
    try await stage.session(name).accessToken.reveal() + "\n"
  }

  @Test("is the one that its file names, once the user has agreed, also in folders below it")
  func trusted() async throws {
    let stage = try await stage()
    let (main, work) = (try await token("main", stage), try await token("work", stage))
    let trust = try await run("trust --account work", in: "project", on: stage)
    #expect(trust.output == "work\t\(stage.sandbox.realFolder)/project/.coatcheck\n")
    for folder in ["project", "project/deep"] {
      // Without the network program.
      #expect(try await run("token", in: folder, on: stage, Self.alone).output == work)
      #expect(try await run("token main", in: folder, on: stage, Self.alone).output == main)
      let variables = ["COATCHECK_ACCOUNT": "main"]
      #expect(try await run("token", in: folder, on: stage, variables).output == main)
    }
    #expect(try await run("token", in: "", on: stage, Self.alone).output == main)
    let said = try await run("switch", in: "project", on: stage)
    #expect(said.errors.contains("this folder has chosen “work”"))
    // The network program uses it as well.
    try await stage.spend("work")
    let fresh = try await run("token", in: "project/deep", on: stage).output
    #expect(try await token("work", stage) == fresh && fresh != work)
    // Other users may be able to write the file, as in a shared checkout: the agreement holds as long as
    // the content is the same.
    chmod(stage.sandbox.folder + "/project/.coatcheck", 0o666)
    #expect(try await run("token", in: "project", on: stage).output == fresh)
    unlink(stage.sandbox.folder + "/project/.coatcheck")
    _ = try await run("trust --remove", in: "project", on: stage)
    try Data("work\n".utf8).write(to: URL(filePath: stage.sandbox.folder + "/project/.coatcheck"))
    #expect(try await run("token", in: "project", on: stage).output == main)
  }

  // attack: K2-47, K2-48
  @Test("is ignored until the user agrees, and after the file has changed or moved")
  func notTrusted() async throws {
    let stage = try await stage()
    let main = try await token("main", stage)
    let file = stage.sandbox.folder + "/project/.coatcheck"
    func expectIgnored(_ name: Comment, in folder: String = "project") async throws {
      let run = try await run("token", in: folder, on: stage)
      #expect(run.output == main, name)
      #expect(run.errors.contains("and you have not agreed to it"), name)
      #expect(run.errors.contains("coatcheck trust"), name)
    }
    try Data("work\n".utf8).write(to: URL(filePath: file))
    try await expectIgnored("a file that came with a checkout")
    _ = try await run("trust", in: "project", on: stage)
    #expect(try await run("token", in: "project", on: stage).errors.isEmpty)
    try Data("other\n".utf8).write(to: URL(filePath: file))
    try await expectIgnored("a file that says something else")
    try Data("work\n".utf8).write(to: URL(filePath: file))
    try Data("work\n".utf8).write(
      to: URL(filePath: file.replacing("project", with: "project/deep")))
    try await expectIgnored("another file that says the same", in: "project/deep")
  }

  // attack: K2-49
  @Test("is read only from a regular file with one line")
  func damaged() async throws {
    let stage = try await stage()
    let main = try await token("main", stage)
    let scripts = [
      "printf 'work\\nmain\\n' > .coatcheck", "printf '\\033[2J\\n' > .coatcheck",
      ": > .coatcheck", "mkdir .coatcheck", "mkfifo .coatcheck",
    ]
    for script in scripts {
      let project = "cd '\(stage.sandbox.folder)/project' && rm -rf .coatcheck && \(script)"
      _ = try await stage.run(["-c", project], program: "sh", exits: 0)
      let run = try await run("token", in: "project", on: stage)
      #expect(run.output == main && run.errors.hasPrefix("coatcheck: warning: "), "\(script)")
      #expect(!run.errors.contains("\u{1B}"), "\(script)")
      _ = try await self.run("trust", in: "project", on: stage, exits: 10)
    }
  }
}
