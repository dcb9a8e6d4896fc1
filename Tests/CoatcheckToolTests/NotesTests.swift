// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import TestKit

  @Suite("Messages on standard error", .timeLimit(.minutes(20)))
  struct NotesTests {
    @Test("errors and warnings are colored on a terminal, unless the user disables colors")
    func colours() async throws {
      let sandbox = try Sandbox()
      let cases: [(name: String, variables: [String: String], isColoured: Bool)] = [
        ("a terminal", ["TERM": "xterm"], true),
        ("NO_COLOR", ["TERM": "xterm", "NO_COLOR": "1"], false),
        ("NO_COLOR that is empty", ["TERM": "xterm", "NO_COLOR": ""], true),
        ("a terminal without colors", ["TERM": "dumb"], false), ("no TERM", [:], false),
      ]
      for (name, variables, isColoured) in cases {
        let terminal = try Pseudoterminal()
        let run = try sandbox.start(
          ["token", "alice"], variables: variables, errorPath: terminal.path)
        #expect(await run.ended() == .exit(3))
        let label = isColoured ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        let begin = "coatcheck: \(label) no stored account fits"
        while !terminal.screen.contains("\n") { try await Task.sleep(for: .milliseconds(10)) }
        #expect(terminal.screen.hasPrefix(begin), "\(name): \(terminal.screen)")
      }
      let file = try await sandbox.run(["token", "alice"], variables: ["TERM": "xterm"], exits: 3)
      #expect(!file.errors.contains("\u{1B}"))
    }

    @Test("--quiet omits notes, but neither errors nor instructions for the user")
    func quiet() async throws {
      let (stage, _) = try await Stage.signedIn()
      let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "main"]
      #expect(try await stage.run(login, exits: 0).errors.contains("already signed in"))
      #expect(try await stage.run(login + ["--quiet"], exits: 0).errors.isEmpty)
      let failed = try await stage.run(["token", "bob", "-q"], exits: 3)
      #expect(failed.errors.hasPrefix("coatcheck: error: "))
      _ = try await stage.run(["logout", "main", "-q"], exits: 0)
      let asked = try stage.sandbox.start(login + ["--no-browser", "--quiet"])
      while !asked.errors.contains("\(stage.server.issuer)/authorize") {
        #expect(asked.isRunning)
        try await Task.sleep(for: .milliseconds(20))
      }
      asked.send(SIGKILL)
      _ = await asked.ended()
    }

    @Test(
      "after a second a line names the server that is waited for, and disappears; not for helpers"
    )
    func waiting() async throws {
      let (stage, _) = try await Stage.signedIn()
      let tokens =
        #"{"access_token":"new","token_type":"Bearer","expires_in":600,"refresh_token":"r"}"#
      let cases = [
        (["token", "main"], true), (["token", "main", "-q"], false),
        (["helper", "mail", "main"], false),
      ]
      for (words, isShown) in cases {
        try await stage.spend()
        let endpoint = try CannedServer(json: tokens, held: true)
        try await stage.redirectTokenRequests(to: endpoint)
        let terminal = try Pseudoterminal()
        let run = try stage.sandbox.start(words, errorPath: terminal.path)
        while endpoint.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let line = "coatcheck: waiting for 127.0.0.1:\(endpoint.port) …"
        if isShown {
          while !terminal.screen.contains(line) { try await Task.sleep(for: .milliseconds(10)) }
        } else {
          try await Task.sleep(for: .milliseconds(1500))
        }
        endpoint.release()
        #expect(await run.ended() == .exit(0))
        let gone = "\r" + String(repeating: " ", count: line.count) + "\r"
        while isShown, !terminal.screen.hasSuffix(gone) {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(terminal.screen == (isShown ? "\r" + line + gone : ""))
      }
    }
  }
#endif
