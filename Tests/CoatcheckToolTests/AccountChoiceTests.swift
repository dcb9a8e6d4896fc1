// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Which account a command means")
struct AccountChoiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var wanted: String?
    var stored = ["main", "second"]
    var chosen: String?
    var answer: String?
    var status = ExitStatus.success
  }

  static let cases: [Case] = [
    Case(testDescription: "a name", wanted: "second", answer: "second"),
    Case(testDescription: "a subject", wanted: "subject of main", answer: "main"),
    Case(testDescription: "an issuer of several", wanted: "https://idp.example", status: .usage),
    Case(
      testDescription: "an issuer of several with a default", wanted: "https://idp.example",
      chosen: "main", status: .usage),
    Case(testDescription: "a provider", wanted: "provider of second", answer: "second"),
    Case(
      testDescription: "a name outweighs the default", wanted: "main", chosen: "second",
      answer: "main"),
    Case(testDescription: "nobody", wanted: "nobody", chosen: "main", status: .notSignedIn),
    Case(testDescription: "an empty name", wanted: "", chosen: "main", status: .notSignedIn),
    Case(testDescription: "the default", chosen: "second", answer: "second"),
    Case(testDescription: "a default that is gone, of several", chosen: "gone", status: .usage),
    Case(
      testDescription: "a default that is gone, and one", stored: ["main"], chosen: "gone",
      answer: "main"),
    Case(testDescription: "the only one", stored: ["main"], answer: "main"),
    Case(testDescription: "several", status: .usage),
    Case(testDescription: "none", stored: [], status: .notSignedIn),
  ]

  @Test("the one named, else the default, else the only one, else none", arguments: cases)
  func choice(_ example: Case) throws {
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
