// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("coatcheck watch", .timeLimit(.minutes(10)))
struct WatchTests {
  @Test(
    "it prints the changes of other programs, and ends with Ctrl-C or SIGTERM without an error",
    arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func others(_ signal: Int32, _ status: Int32) async throws {
    let (stage, _) = try await Stage.signedIn()
    let watch = try stage.sandbox.start(["watch"])
    try await printed(watch, ["obtained\tmain\tgeneration 1, valid until "])
    #expect(await stage.ran(["refresh"]))
    try await printed(watch, ["refreshed\tmain\tgeneration 2, valid until "])
    #expect(
      await stage.ran([
        "import", "--issuer", "https://idp.example", "--client-id", "app", "--token-endpoint",
        "https://idp.example/token", "--name", "other", "--never-expires",
      ]))
    try await printed(watch, ["account_added\tother\tgeneration 1"])
    #expect(await stage.ran(["accounts", "remove", "main"]))
    try await printed(watch, ["account_removed\tmain\t"])
    watch.send(signal)
    #expect(await watch.ended() == .exit(status))
    #expect(watch.errors.isEmpty)
    #expect(watch.output.split(separator: "\n").count == 4)
  }

  @Test("one account is watched alone, and each event is a JSON object")
  func one() async throws {
    let (stage, session) = try await Stage.signedIn()
    let watch = try stage.sandbox.start(["watch", "main", "--json"])
    try await printed(watch, [#""event":"obtained","account":"main""#])
    _ = try await stage.run(
      ["login", stage.server.issuer, "--client-id", "app", "--name", "second"], answer: .allow,
      user: .bob)
    #expect(await stage.ran(["refresh", "main"]))
    try await printed(
      watch,
      [
        #""event":"refreshed","account":"main","issuer":"\#(stage.server.issuer)","#,
        #""subject":"\#(session.account.subject)","generation":2,"expires_at":"#,
      ])
    watch.send(SIGINT)
    #expect(await watch.ended() == .exit(130))
    #expect(!watch.output.contains("second") && !watch.output.contains("error"))
    for secret in [session.accessToken, session.refreshToken].compactMap({ $0 }) {
      #expect(!watch.output.contains(secret.reveal()))
    }
  }

  @Test(
    "with --refresh it replaces expired tokens, and reports a lost session and a failed refresh"
  )
  func keepsFresh() async throws {
    let (stage, _) = try await Stage.signedIn()
    try await stage.spend()
    let watch = try stage.sandbox.start(["watch", "--refresh"])
    try await printed(watch, ["obtained\tmain\tgeneration 1", "refreshed\tmain\tgeneration 2"])
    watch.send(SIGINT)
    #expect(await watch.ended() == .exit(130))

    try await stage.spend()
    let session = try await stage.session()
    _ = try await stage.server.store.revokeUser(session.account.subject, reason: "test", at: Date())
    let second = try stage.sandbox.start(["watch", "--refresh"])
    try await printed(
      second,
      [
        "lost\tmain\tThe authorization server no longer accepts the session",
        "account_removed\tmain\t",
      ])
    second.send(SIGINT)
    #expect(await second.ended() == .exit(130))

    _ = try await stage.signIn()
    try await stage.spend()
    await stage.server.stop()
    let third = try stage.sandbox.start(["watch", "--refresh"])
    try await printed(third, ["failed\tmain\t"])
    third.send(SIGINT)
    #expect(await third.ended() == .exit(130))
    #expect(try await stage.session().refreshToken != nil)
  }

  @Test("it ends without an error when its output is closed")
  func closedPipe() async throws {
    let sandbox = try Sandbox()
    let watch = try sandbox.start(
      ["-c", "\"$0\" watch | head -n 0; echo \"${PIPESTATUS[0]}\"", Programs.path("coatcheck")],
      program: "/bin/bash")
    #expect(await watch.ended() == .exit(0))
    #expect(watch.output == "0\n" && watch.errors.isEmpty, "\(watch.errors)")
  }

  @Test("a failing store is reported once, and does not end the command")
  func trouble() async throws {
    let (stage, _) = try await Stage.signedIn()
    let watch = try stage.sandbox.start(["watch"])
    try await printed(watch, ["obtained\tmain"])
    let (path, aside) = (stage.sandbox.storePath, stage.sandbox.folder + "/aside")
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try Data().write(to: URL(filePath: path))
    try await printed(watch, ["failed\t-\tThe session store failed"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    #expect(await stage.ran(["refresh"]))
    try await printed(watch, ["refreshed\tmain\tgeneration 2"])
    #expect(watch.output.components(separatedBy: "failed\t").count == 2)
    watch.send(SIGINT)
    #expect(await watch.ended() == .exit(130))
  }

  /// Waits until the output contains all of these.
  private func printed(_ process: ToolProcess, _ texts: [String]) async throws {
    for text in texts {
      try await until { process.output.contains(text) }
    }
  }
}

extension Stage {
  /// Runs a command that must succeed.
  fileprivate func ran(_ arguments: [String]) async -> Bool {
    guard let run = try? await run(arguments, input: "at-1\n") else { return false }
    return await run.ended() == .exit(0)
  }
}
