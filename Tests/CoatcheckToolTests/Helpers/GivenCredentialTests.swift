// SPDX-License-Identifier: Apache-2.0
import CoatcheckHelpers
import TestKit

@Suite("A program that asks again after a rejected credential", .timeLimit(.minutes(5)))
struct GivenCredentialTests {
  private static let cluster = [
    "KUBERNETES_EXEC_INFO":
      #"{"apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"https://k8s.example:6443"}}}"#
  ]

  /// The token that kubectl is given.
  private func token(
    on stage: Stage, by program: String = "coatcheck", _ words: [String] = []
  ) async throws -> String {
    let run = try await stage.run(
      words + ["helper", "kubernetes"], program: program,
      variables: Self.cluster.merging(["XDG_RUNTIME_DIR": stage.sandbox.folder]) { $1 }, exits: 0)
    let status = try JSONObject(parsing: run.output.utf8)["status"]?.objectValue
    return try #require(status?["token"]?.stringValue)
  }

  @Test("gets a new token once, if the same process was given the old one")
  func replaced() async throws {
    let (stage, session) = try await Stage.signedIn()
    try stage.sandbox.write(places: "https://k8s.example:6443 main\n")
    try await stage.change { $0.obtainedAt -= 600 }
    let first = session.accessToken.reveal()
    #expect(try await token(on: stage) == first)
    // A shell is another process; after this it is the last one that was given the token.
    let shell = ["-c", #""$0" "$@"; exit $?"#, try Programs.path("coatcheck")]
    #expect(try await token(on: stage, by: "/bin/sh", shell) == first)
    #expect(try await token(on: stage) == first)
    let second = try await token(on: stage)
    let stored = try await stage.session().accessToken.reveal()
    #expect(second != first && second == stored)
    #expect(try await token(on: stage) == second)
  }

  static let rows: [Case<(age: Double, after: Double, isRejected: Bool)>] = [
    Case("at once", (600, 0, true)), Case("moments later", (600, 5, true)),
    Case("later", (600, 6, false)), Case("earlier, after the clock was set back", (600, -1, false)),
    Case("with a new token", (30, 0, false)),
  ]

  @Test("counts as rejected within five seconds, unless the token is new", arguments: rows)
  func moments(_ row: Case<(age: Double, after: Double, isRejected: Bool)>) throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    var metadata = try ServerMetadata(issuer: Issuer("https://op.example"))
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    let session = try StoredSession(
      account: AccountID(issuer: "https://op.example", clientID: "app", subject: "\(UUID())"),
      name: "main",
      grant: TokenGrant(
        accessToken: Secret("tok"), expiry: .at(now + 3600), refreshToken: Secret("rt"),
        receivedAt: now - row.value.age),
      metadata: metadata)
    defer { try? KeptCredential.removeAll(of: session.account) }
    let given = try GivenCredential(
      Credential(session, as: CredentialForm()), of: session,
      at: Place("https://k8s.example:6443"))
    #expect(!given.isRejected(now: now))
    given.note(now: now)
    #expect(given.isRejected(now: now + row.value.after) == row.value.isRejected)
    let other = try GivenCredential(
      Credential(session, as: CredentialForm()), of: session, at: Place("https://other.example"))
    #expect(!other.isRejected(now: now))
    try KeptCredential.removeAll(of: session.account)
    #expect(!given.isRejected(now: now))
  }
}
