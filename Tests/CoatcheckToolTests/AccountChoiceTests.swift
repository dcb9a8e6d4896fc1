// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("The account that a command uses")
struct AccountChoiceTests {
  struct Choice: Sendable {
    var wanted: String?
    var stored = ["main", "second"]
    var chosen: String?
    var answer: String?
    var status = ExitStatus.success
  }

  static let cases: [Case<Choice>] = [
    Case("a name", Choice(wanted: "second", answer: "second")),
    Case("a subject", Choice(wanted: "subject of main", answer: "main")),
    Case("an issuer of several accounts", Choice(wanted: "https://idp.example", status: .usage)),
    Case(
      "an issuer of several accounts, with a default",
      Choice(wanted: "https://idp.example", chosen: "main", status: .usage)),
    Case("a provider", Choice(wanted: "provider of second", answer: "second")),
    Case(
      "a name has precedence over the default",
      Choice(wanted: "main", chosen: "second", answer: "main")),
    Case("an unknown name", Choice(wanted: "unknown", chosen: "main", status: .notSignedIn)),
    Case("an empty name", Choice(wanted: "", chosen: "main", status: .notSignedIn)),
    Case("the default", Choice(chosen: "second", answer: "second")),
    Case("a default that is missing, of several", Choice(chosen: "gone", status: .usage)),
    Case(
      "a default that is missing, and one account",
      Choice(stored: ["main"], chosen: "gone", answer: "main")),
    Case("the only one", Choice(stored: ["main"], answer: "main")),
    Case("several", Choice(status: .usage)),
    Case("no account", Choice(stored: [], status: .notSignedIn)),
  ]

  @Test("the named account, else the default, else the only one, else an error", arguments: cases)
  func choice(_ row: Case<Choice>) throws {
    let example = row.value
    let sessions = try example.stored.map(Self.session)
    let account = try example.chosen.map { try Self.session($0).account }
    do throws(CommandFailure) {
      let session = try AccountChoice.session(
        named: example.wanted, among: sessions, defaultAccount: account)
      #expect(session.name == example.answer)
    } catch {
      #expect(example.answer == nil && error.status == example.status)
    }
  }

  static func session(_ name: String) throws -> StoredSession {
    var metadata = ServerMetadata(issuer: try Issuer("https://idp.example"))
    metadata.tokenEndpoint = try Endpoint("https://idp.example/token")
    var session = try StoredSession(
      account: AccountID(
        issuer: "https://idp.example", clientID: "app", subject: "subject of \(name)"),
      name: name,
      grant: TokenGrant(
        accessToken: Secret("at"), expiry: .never, receivedAt: Date(timeIntervalSince1970: 1)),
      metadata: metadata)
    session.provider = "provider of \(name)"
    return session
  }
}
