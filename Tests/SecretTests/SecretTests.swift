// SPDX-License-Identifier: Apache-2.0
import TestSupport

@Suite("Secrets in everything that a process writes", .timeLimit(.minutes(20)))
struct SecretTests {
  // attack: C-87, W-47
  @Test("no flow writes a secret to logs, errors, values, metrics or databases, failing or not")
  func flows() async throws {
    let run = try await Rehearsed()
    for finding in run.findings.sorted(by: { "\($0)" < "\($1)" }).prefix(20) {
      Issue.record("\(finding)")
    }
    // The search is not empty: each kind of secret was used, and each place was written to.
    for kind in [
      "access_token", "refresh_token", "id_token", "session_token", "state_token", "captcha_token",
      "client_secret", "password", "code", "code_verifier", "state", "cookie", "device_code",
      "message_code", "verify_code", "authorization", "signature", "master_key", "private_key",
      "client_assertion", "logout_token", "sealing_key",
    ] { #expect(run.kinds.contains(kind), "no \(kind) was marked") }
    #expect(run.secrets.count > 1_000)
    for word in [
      "tokens_issued", "social_login", " debug client:", "metric coatcheck_", "[redacted]",
      "span coatcheck refresh", "a logout token is refused", "a sign-in is refused",
    ] {
      #expect(run.output.contains(word), "the output lacks \(word)")
    }
    #expect(run.files.contains { $0.key.hasSuffix(".sqlite") && $0.value > 0 })
    #expect(run.output.matches(of: #/(?m)^flow .*: \d+ answers$/#).count >= 12)
  }

  @Test("a leaked secret is found in every place and in every form")
  func planted() async throws {
    let run = try await Rehearsed(["plant"])
    #expect(run.kinds == ["output", "log", "error", "base64", "hex", "cut", "file"])
    #expect(Set(run.findings.map(\.kind)) == run.kinds)
    #expect(run.findings.contains { $0.kind == "base64" && $0.form == "in base64" })
    #expect(run.findings.contains { $0.kind == "hex" && $0.form == "in hexadecimal" })
    #expect(run.findings.contains { $0.kind == "file" && $0.place != "the output" })
  }

  @Test("base64 is found at every offset of the secret", arguments: 0...5)
  func shifted(by count: Int) {
    let search = SecretSearch([("secret", "mark-0123456789abcdefghijklmnopq~~~???")])
    let text = String(repeating: "x", count: count) + "mark-0123456789abcdefghijklmnopq~~~???y"
    let base64 = Data(text.utf8).base64EncodedString()
    let url = base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    #expect(!search.findings(in: Data(base64.utf8), at: "").isEmpty)
    #expect(!search.findings(in: Data(url.utf8), at: "").isEmpty)
    #expect(search.findings(in: Data("mark-0123456789abc and others".utf8), at: "").isEmpty)
  }
}
