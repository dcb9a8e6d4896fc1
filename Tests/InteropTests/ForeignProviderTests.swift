// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting
import Foundation
import TestSupport
import Testing

@Suite(
  "a provider written by others",
  .enabled(if: ForeignProvider.isInstalled, "oidc-provider-mock is not installed: run make test"),
  .timeLimit(.minutes(3)))
struct ForeignProviderTests {
  @Test("coatcheck login signs in there, and request opens its userinfo with the token")
  func login() async throws {
    let provider = try await ForeignProvider.start()
    defer { provider.stop() }
    let home = FileManager.default.temporaryDirectory
      .appending(path: "coatcheck-interop-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: home) }

    // It takes any client, but only with a secret.
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let secret = home.appending(path: "secret")
    try Data("any secret\n".utf8).write(to: secret)
    let login = try coatcheck(
      [
        "login", provider.issuer, "--client-id", "app", "--client-secret-file", secret.path(),
        "--scope", "openid", "--scope", "profile", "--scope", "email", "--name", "mock",
        "--no-browser",
      ], in: home)
    defer { login.stop() }
    let line = try await login.line { $0.contains("/oauth2/authorize?") }
    let start = try #require(line.range(of: "http://"))
    let address = try #require(URL(string: String(line[start.lowerBound...])))
    let person = ScriptedUserAgent(
      username: "bob", password: Secret("none is asked for"), transport: Transports.system)
    try await person.visit(address)
    let ended = try await login.end()
    #expect(ended.status == 0, "\(ended.output)")

    let accounts = try await coatcheck(["accounts", "--json"], in: home).end()
    #expect(accounts.status == 0)
    #expect(accounts.output.contains(#""subject":"bob""#))

    let answer = try await coatcheck(
      ["request", "\(provider.issuer)/userinfo"], in: home
    ).end()
    #expect(answer.status == 0)
    #expect(answer.output.contains("bob@example.test"))

    let logout = try await coatcheck(["logout", "mock"], in: home).end()
    #expect(logout.status == 0)
    #expect(try await coatcheck(["token"], in: home).end().status == 3)
  }

  private func coatcheck(_ arguments: [String], in home: URL) throws -> ChildProcess {
    try ChildProcess(
      BuiltProgram.path("coatcheck"), arguments,
      environment: [
        "COATCHECK_HOME": home.path(), "COATCHECK_STORE": "file", "COATCHECK_ALLOW_PLAINTEXT": "1",
      ])
  }
}
