// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A program that is run with a token", .timeLimit(.minutes(20)))
struct ExecTests {
  @Test("finds a new token in its file before the last one expires, and no file is left")
  func file() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 6)
    let script = """
      first=$(cat $TOKEN_FILE); echo $first; echo $TOKEN_FILE
      while [ "$(cat $TOKEN_FILE)" = "$first" ]; do sleep 0.1; done
      cat $TOKEN_FILE
      """
    let run = try await stage.run(
      ["exec", "--file", "TOKEN_FILE", "--", "sh", "-c", script], exits: 0)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0] != lines[2] && run.errors.isEmpty)
    #expect(access(lines[1], F_OK) != 0)
    #expect(try await stage.session().generation > 1)
  }

  @Test("gets SIGTERM, and decides how it ends")
  func terminated() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    let script = "trap 'exit 7' TERM; echo $TOKEN_FILE; while :; do sleep 0.1; done"
    let process = try stage.sandbox.start(
      ["exec", "--file", "TOKEN_FILE", "--", "sh", "-c", script])
    while !process.output.hasSuffix("\n") { try await Task.sleep(for: .milliseconds(20)) }
    process.send(SIGTERM)
    #expect(await process.ended() == .exit(7))
    #expect(access(process.output.trimmingCharacters(in: .newlines), F_OK) != 0)
  }

  @Test("with --env, is ended by the same signals as the command")
  func signals() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    for signal in [SIGTERM, SIGINT, SIGPIPE] {
      let process = try stage.sandbox.start(
        ["exec", "--env", "TOKEN", "--", "sh", "-c", "echo on; exec sleep 100"])
      while !process.output.hasSuffix("\n") { try await Task.sleep(for: .milliseconds(20)) }
      process.send(signal)
      #expect(await process.ended() == .signal(signal))
    }
  }

  @Test("is preceded by the removal of token files that killed commands have left")
  func leftovers() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    // Other tests would remove the leftover file.
    let runtime = ["XDG_RUNTIME_DIR": stage.sandbox.folder]
    let script = "echo $$; echo $TOKEN_FILE; exec sleep 600"
    let words = ["exec", "--file", "TOKEN_FILE", "--", "sh", "-c", script]
    let killed = try stage.sandbox.start(words, variables: runtime)
    while killed.output.split(separator: "\n").count < 2 {
      try await Task.sleep(for: .milliseconds(20))
    }
    killed.send(SIGKILL)
    _ = await killed.ended()
    let lines = killed.output.split(separator: "\n").map(String.init)
    // The program that the killed command started is still running.
    kill(try #require(pid_t(lines[0])), SIGKILL)
    let left = lines[1]
    #expect(left.hasPrefix(stage.sandbox.folder) && access(left, F_OK) == 0)
    _ = try await stage.run(
      ["exec", "--file", "TOKEN_FILE", "--", "true"], variables: runtime, exits: 0)
    #expect(access(left, F_OK) != 0)
  }
}
