// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Secrets and the tool's output")
struct SecretsTests {
  // The tool's part of attack C-87; the library's log and descriptions have tests of their own.
  @Test("no command prints a secret, except a requested token on standard output")
  func everyFlow() async throws {
    let stage = try await Stage.start()
    var said = ""
    func keep(_ run: ToolProcess, answerIsSecret: Bool = false) {
      said += run.errors + (answerIsSecret ? "" : run.output)
    }
    var secrets: Set<String> = []
    func learn() async throws {
      let session = try await stage.session()
      for secret in [session.accessToken, session.refreshToken, session.idToken] {
        if let secret { secrets.insert(secret.reveal()) }
      }
    }
    let login = ["login", stage.server.issuer, "--client-id", "app", "--name", "main"]
    keep(try await stage.run(login + ["--json"], answer: .deny))
    keep(try await stage.run(login, answer: .allow))
    try await learn()
    keep(try await stage.run(login))
    keep(try await stage.run(["token"]), answerIsSecret: true)
    keep(try await stage.run(["token", "--json"]), answerIsSecret: true)
    keep(try await stage.run(["token", "--refresh"]), answerIsSecret: true)
    try await learn()
    keep(try await stage.run(["accounts"]))
    keep(try await stage.run(["accounts", "--json"]))
    keep(try await stage.run(["request", stage.server.issuer + "/userinfo", "--json"]))
    keep(try await stage.run(["request", stage.server.issuer + "/nothing"]))
    keep(try await stage.run(["status", "--check"]))
    keep(try await stage.run(["status", "--json"]))
    keep(try await stage.run(["refresh", "--json"]))
    try await learn()
    let adopt = ["import", "--issuer", stage.server.issuer, "--client-id", "app"]
    keep(try await stage.run(adopt, input: "cc_refused_token"))
    keep(try await stage.run(adopt, input: "cc_two\ncc_lines"))
    keep(
      try await stage.run(adopt + ["--json-reply"], input: #"{"access_token":"cc_bad token"}"#))
    keep(try await stage.run(adopt + ["--no-check", "--name", "x", "--json"], input: "cc_taken"))
    keep(try await stage.run(["accounts", "remove", "x"]))
    keep(try await stage.run(["logout", "--json"]))
    keep(try await stage.run(["token", "--json"]))

    #expect(secrets.count == 9)
    for secret in secrets { #expect(!said.contains(secret)) }
    // The prefixes of a code and a refresh token of this server.
    #expect(!said.contains("cc_ac_") && !said.contains("cc_rt_"))
    #expect(!said.contains("verifier"))
    for token in ["cc_refused", "cc_two", "cc_lines", "cc_bad", "cc_taken"] {
      #expect(!said.contains(token))
    }
    // The state is in the printed address, and nowhere else.
    for address in said.split(whereSeparator: \.isWhitespace) where address.contains("state=") {
      let state = try #require(
        URLComponents(string: String(address))?.queryItems?.first { $0.name == "state" }?.value)
      #expect(said.split(separator: state).count == 2)
    }
  }

  // attack: C-72
  @Test("an error response full of control characters is one short line without them")
  func hostileDescription() async throws {
    let (stage, _) = try await Stage.signedIn()
    let long = String(repeating: "x", count: 200_000)
    let text = #"a\r\ncoatcheck: hint: run rm\u001b[2J\u202Eevil\#(long)"#
    let peer = try CannedServer(
      status: "400 Bad Request",
      json: #"{"error":"invalid_request","error_description":"\#(text)"}"#)
    try await stage.redirectTokenRequests(to: peer)
    let run = try await stage.run(["token", "--refresh"], exits: 6)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 && run.errors.utf8.count < 1000)
    #expect(lines.first?.hasPrefix("coatcheck: error: ") == true)
    #expect(run.errors.contains("coatcheck: hint: run rm"))
    #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
    #expect(!run.errors.contains("\r"))
  }
}
