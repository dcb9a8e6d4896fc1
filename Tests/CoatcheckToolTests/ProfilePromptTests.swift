// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import TestKit

  @Suite("The prompts for a provider by name", .timeLimit(.minutes(10)))
  struct ProfilePromptTests {
    private static func shows(_ text: String, _ terminal: Pseudoterminal) async throws {
      try await until { terminal.screen.contains(text) }
    }

    private static func kii(_ url: String, _ sandbox: Sandbox) throws -> [String] {
      let key = sandbox.folder + "/key"
      try Data("key".utf8).write(to: URL(filePath: key))
      return [
        "login", "kii", "--base-url", url, "--app-id", "app", "--app-key-file", key,
        "--username", "alice",
      ]
    }

    @Test(
      "a typed password is not shown, and the terminal echoes again afterwards")
    func password() async throws {
      let kii = try await StandInProgram.start("kii")
      defer { kii.stop() }
      let sandbox = try Sandbox()
      let terminal = try Pseudoterminal()
      let process = try sandbox.start(Self.kii(kii.url, sandbox), inputPath: terminal.path)
      try await Self.shows("coatcheck: password of alice at Kii Cloud: ", terminal)
      #expect(!terminal.showsTyping)
      terminal.type("wonderlan😀\u{7F}d\n")
      await process.check(0)
      #expect(terminal.showsTyping)
      #expect(process.output == "u-alice\n")
      #expect(!terminal.screen.contains("won"), "\(terminal.screen)")
      #expect(!(process.output + process.errors).contains("wonderland"))
    }

    @Test(
      "an empty password, Ctrl-D, Ctrl-C and a timeout store nothing",
      arguments: [("\n", 7), ("\u{4}", 7), ("\u{3}", 130), ("", 7)] as [(String, Int32)])
    func noPassword(_ typed: String, _ status: Int32) async throws {
      let kii = try await StandInProgram.start("kii")
      defer { kii.stop() }
      let sandbox = try Sandbox()
      let terminal = try Pseudoterminal()
      let process = try sandbox.start(
        Self.kii(kii.url, sandbox) + (typed.isEmpty ? ["--timeout", "1"] : []),
        inputPath: terminal.path)
      try await Self.shows("password of alice", terminal)
      terminal.type(typed)
      #expect(await process.ended() == .exit(status), "\(process.errors)")
      #expect(try await sandbox.store.sessions().isEmpty)
      #expect(terminal.showsTyping)
    }

    @Test("--no-interactive prompts for no password, even at a terminal")
    func noInteractive() async throws {
      let kii = try await StandInProgram.start("kii")
      defer { kii.stop() }
      let sandbox = try Sandbox()
      let terminal = try Pseudoterminal()
      let process = try sandbox.start(
        Self.kii(kii.url, sandbox) + ["--no-interactive"], inputPath: terminal.path)
      await process.check(3)
      #expect(!terminal.screen.contains("password of"))
    }

    @Test(
      "OCLC's implicit flow accepts the pasted address with the fragment, of its own sign-in only")
    func implicit() async throws {
      let oclc = try await StandInProgram.start("oclc")
      defer { oclc.stop() }
      for isOwn in [false, true] {
        let sandbox = try Sandbox()
        let file = sandbox.folder + "/authentication.json"
        let json = """
          {"authenticatingServerBaseUrl":"\(oclc.url)/oauth2","wskey":"app",
          "authenticatingInstitutionId":"128807","redirectUrl":"oclcApp://user_agent_flow",
          "scopes":"WMS_NCIP","responseType":"token"}
          """
        try Data(json.utf8).write(to: URL(filePath: file))
        let terminal = try Pseudoterminal()
        let process = try sandbox.start(
          ["login", "oclc", "--configuration", file], inputPath: terminal.path)
        try await Self.shows("paste that whole address here:", terminal)
        let line = try #require(
          terminal.screen.split(whereSeparator: \.isNewline).first {
            $0.contains("/oauth2/authorizeCode?")
          })
        let address = try #require(URL(string: String(line.dropFirst("coatcheck: ".count))))
        let agent = StandInUser.alice.agent(redirectURI: "oclcApp://user_agent_flow")
        let callback = try await agent.authorize(at: address)
        terminal.type((isOwn ? callback : callback.replacing("state=", with: "state=x")) + "\n")
        #expect(await process.ended() == .exit(isOwn ? 0 : 9), "\(process.errors)")
        #expect(try await sandbox.store.sessions().map(\.name) == (isOwn ? ["u-alice"] : []))
      }
    }
  }
#endif
