// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The prompts of the tool")
struct MannersTests {
  private static func login(_ stage: Stage, _ more: String...) -> [String] {
    ["login", stage.server.issuer, "--client-id", "app", "--name", "main"] + more
  }

  static let silent: [([String], [String: String])] = [
    (["--no-interactive"], [:]),
    // No browser, no screen and no terminal.
    ([], ["BROWSER": ""]),
    ([], ["BROWSER": "w3m:lynx"]),
    ([], ["BROWSER": "", "SSH_CONNECTION": "192.0.2.7 5 192.0.2.8 22", "USER": "ann"]),
  ]

  @Test(
    "without a terminal or a screen it prints the command to run, and opens nothing",
    arguments: silent)
  func unattended(_ flags: [String], _ variables: [String: String]) async throws {
    let stage = try await Stage.start()
    let run = try await stage.sandbox.run(
      Self.login(stage) + flags + ["--json", "--timeout", "3600"], variables: variables, exits: 3)
    #expect(run.output.contains(#""code":"interaction_required""#))
    #expect(
      run.errors.contains("coatcheck login \(stage.server.issuer) --client-id app --name main"))
    #expect(try stage.sandbox.takeAddress() == nil)
    #expect(stage.server.requests.count("/authorize") == 0)
  }

  @Test("two programs prompt one user once, and the second reports that it waits")
  func once() async throws {
    let stage = try await Stage.start()
    stage.server.clock.set(to: Date())
    let first = try stage.sandbox.start(Self.login(stage))
    let address = try await eventually { try stage.sandbox.takeAddress() }
    let second = try stage.sandbox.start(Self.login(stage))
    try await until { second.errors.contains("another sign-in of this account is under way") }
    #expect(try stage.sandbox.takeAddress() == nil)
    try await stage.visit(address, as: .alice, .allow)
    #expect(await first.ended() == .exit(0))
    #expect(await second.ended() == .exit(0))
    #expect(first.output == "main\n" && second.output == "main\n")
    #expect(second.errors.contains("already signed in as main"))
    #expect(try stage.sandbox.takeAddress() == nil)
    #expect(try await stage.sandbox.store.sessions().count == 1)
  }

  @Test("a printed address names its port, and the ssh line is printed at a terminal only")
  func forwarding() async throws {
    let stage = try await Stage.start()
    let process = try stage.sandbox.start(
      Self.login(stage, "--no-browser"),
      variables: [
        "SSH_CONNECTION": "192.0.2.7 5 192.0.2.8 2222", "SSH_TTY": "/dev/pts/9", "USER": "ann",
        "BROWSER": "",
      ], inputPath: "/dev/null")
    let address = try await eventually {
      process.errors.split(separator: "\n").first { $0.contains("/authorize?") }
        .map { String($0.dropFirst("coatcheck: ".count)) }
    }
    let port = try #require(
      URLComponents(string: address)?.queryItems?.first { $0.name == "redirect_uri" }?.value
        .flatMap { URL(string: $0)?.port })
    #expect(try stage.sandbox.takeAddress() == nil)
    try await stage.visit(address, as: .alice, .allow)
    #expect(await process.ended() == .exit(0))
    // There is no terminal, so no user can run the ssh line.
    #expect(!process.errors.contains("ssh "))
    #expect((1...65_535).contains(port))
  }

  #if os(Linux)
    @Test(
      "a pasted address signs in after a longer wrong one, and the prompt is shown at the terminal")
    func paste() async throws {
      let stage = try await Stage.start()
      stage.server.clock.set(to: Date())
      let terminal = try Pseudoterminal()
      let process = try stage.sandbox.start(
        Self.login(stage),
        variables: [
          "SSH_CONNECTION": "192.0.2.7 5 192.0.2.8 22", "USER": "ann", "BROWSER": "",
        ], inputPath: terminal.path)
      // Standard error is a file here; the prompt is shown at the terminal.
      try await until { terminal.screen.contains("paste that whole address here:") }
      let line = try #require(
        terminal.screen.split(separator: "\r\n").first { $0.contains("/authorize?") })
      let agent = TestUser.alice.agent()
      let callback = try await agent.authorize(
        at: #require(URL(string: String(line.dropFirst("coatcheck: ".count)))))
      // In canonical mode a terminal would cut this line and read its end as the next one.
      terminal.type("http://127.0.0.1:1/" + String(repeating: "x", count: 6000) + "\n")
      try await until { process.errors.contains("That is another address.") }
      terminal.type(callback + "\n")
      await process.check(0)
      #expect(process.output == "main\n")
      #expect(try stage.sandbox.takeAddress() == nil)
      #expect(try await stage.session().browserSession == .elsewhere)
      await stage.server.stop()
    }

    @Test(
      "Ctrl-D while pasting cancels the sign-in, and Ctrl-C ends the program",
      arguments: [true, false])
    func pasteEnds(_ isEnd: Bool) async throws {
      let stage = try await Stage.start()
      let terminal = try Pseudoterminal()
      let process = try stage.sandbox.start(
        Self.login(stage, "--paste", "--json"), inputPath: terminal.path)
      try await until { terminal.screen.contains("paste that whole address here:") }
      // A second Ctrl-C would end the program without output.
      if !isEnd { terminal.type("\u{3}") }
      // The terminal is read a moment after the prompt was shown.
      while process.isRunning {
        if isEnd { terminal.type("\u{4}") }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(await process.ended() == .exit(isEnd ? 7 : 130))
      #expect(process.output.contains(isEnd ? #""code":"user_cancelled""# : #""exit":130"#))
      await stage.server.stop()
    }
  #endif

  @Test(
    "a code for another device is shown, and the token endpoint is polled until it returns tokens")
  func device() async throws {
    // One response that is metadata, a device code and tokens at the same time.
    let server = try CannedServer(
      json: #"""
        {"issuer":"{served}","authorization_endpoint":"{served}/a","token_endpoint":"{served}/t",
        "jwks_uri":"{served}/k","response_types_supported":["code"],
        "device_authorization_endpoint":"{served}/d","device_code":"dc","user_code":"WDJB-MJHT",
        "verification_uri":"{served}/enter","expires_in":60,"interval":1,
        "access_token":"at","token_type":"Bearer"}
        """#)
    let sandbox = try Sandbox()
    let run = try await sandbox.run(
      [
        "login", "http://127.0.0.1:\(server.port)", "--client-id", "app", "--scope", "email",
        "--name", "main", "--device",
      ], exits: 0)
    #expect(run.errors.contains("coatcheck: http://127.0.0.1:\(server.port)/enter\n"))
    #expect(run.errors.contains("coatcheck: and enter this code: WDJB-MJHT\n"))
    #expect(try sandbox.takeAddress() == nil)
    #expect(server.requests.last?.contains("device_code=dc") == true)
    #expect(!run.errors.contains("dc\n") && !run.output.contains("at\n"))
  }

  @Test("--local-only sends nothing to the provider")
  func localOnly() async throws {
    let (stage, _) = try await Stage.signedIn()
    let run = try await stage.sandbox.run(["logout", "--local-only", "--json"], exits: 0)
    #expect(run.output.contains(#""steps":{"forget_locally":"done"}"#))
    #expect(stage.server.requests.count("/revoke") == 0)
    #expect(try await stage.sandbox.store.sessions().isEmpty)
  }

  @Test(
    "--end-session prints and opens the provider's page; without a page it reports why not")
  func endSession() async throws {
    let (stage, _) = try await Stage.signedIn()
    try await stage.change { $0.endSessionEndpoint = nil }
    let without = try await stage.sandbox.run(["logout", "--end-session"], exits: 0)
    #expect(
      without.errors.contains(
        "end the provider's session: not needed. The authorization server has no"))
    _ = try await stage.signIn()
    try await stage.change { session in
      session.endSessionEndpoint = try? Endpoint("http://127.0.0.1:9/logout")
    }
    let run = try await stage.sandbox.run(["logout", "--end-session"], exits: 0)
    let address = try await eventually { try stage.sandbox.takeAddress() }
    #expect(address.hasPrefix("http://127.0.0.1:9/logout?id_token_hint="))
    #expect(run.errors.contains("coatcheck: open this address in a browser to sign out:\n"))
    #expect(run.errors.contains("coatcheck: \(address)\n"))
    #expect(run.errors.contains("coatcheck: end the provider's session: done\n"))
  }

  static let contradictions = [
    ["login", "https://op.example", "--client-id", "a", "--device", "--paste"],
    ["login", "https://op.example", "--client-id", "a", "--no-interactive", "--no-browser"],
    ["logout", "--end-session", "--local-only"],
  ]

  @Test("flags that contradict each other are refused", arguments: contradictions)
  func contradiction(_ words: [String]) async throws {
    let run = try await Sandbox().run(words, exits: 2)
    #expect(run.errors.contains("exclude each other"))
  }
}
