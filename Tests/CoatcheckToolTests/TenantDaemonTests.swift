// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("coatcheckd with a tenant", .timeLimit(.minutes(10)))
struct TenantDaemonTests {
  /// A folder for a tenant whose Weibo is a stand-in.
  private static func folder(weibo url: String) throws -> Folder {
    let folder = try Folder()
    let tenant: JSONObject = [
      "applications": [
        [
          "client_id": "c1", "name": "Demo",
          "weibo": [
            "app_key": "20454", "app_secret_file": "weibo.secret", "base": .string(url),
          ],
        ]
      ]
    ]
    try Data(tenant.serialized()).write(to: URL(filePath: folder.path + "/tenant.json"))
    let secret = folder.path + "/weibo.secret"
    try Data("app secret".utf8).write(to: URL(filePath: secret))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    return folder
  }

  private static func serve(_ folder: Folder, _ options: [String]) throws -> ChildProcess {
    try ChildProcess(
      Programs.path("coatcheckd"),
      ["serve", "--database", folder.path + "/d.sqlite", "--tenant", folder.path] + options)
  }

  /// The digits of the newest message.
  private static func code(at origin: String) async throws -> Secret {
    let request = try HTTPRequest(.get, at: origin + "/api/v2/dev/outbox")
    let (_, body) = try await PatientTransport().send(request, body: Data(), limit: .standard)
    let messages = try JSONObject(parsing: [UInt8](body))["messages"]?.arrayValue
    return Secret(try #require(messages?.first?.objectValue?["code"]?.stringValue))
  }

  @Test("registers a user, is killed, and restores the user and the session when it restarts")
  func killed() async throws {
    let weibo = try await StandIn.start(WeiboService(), clock: .running())
    let folder = try Self.folder(weibo: weibo.url)
    let daemon = try Self.serve(folder, ["--development", "--port", "0"])
    let origin = try await daemon.daemonOrigin()
    let app = try IDaaS(
      IDaaSConfiguration(domain: origin, clientID: "c1"), store: MemoryTokenStore(),
      transport: PatientTransport())
    let (token, uid) = weibo.token(for: .alice)
    let first = try await app.signIn(weiboToken: Secret(token), uid: uid, storedAs: "alice")
    let pending = try #require(first.pending)
    let contact = ContactField.mobile("+86-13800000000")
    let proof = try await pending.captcha(for: contact, kind: .proofOfWork).work()
    _ = try await pending.sendCode(to: contact, proof: proof)
    let done = try await pending.finish(contact, code: Self.code(at: origin))
    let session = try #require(done.session)

    daemon.crash()
    let port = try #require(origin.split(separator: ":").last.map(String.init))
    let again = try Self.serve(folder, ["--development", "--port", port])
    defer { again.stop() }
    #expect(try await again.daemonOrigin() == origin)
    try await session.refresh()
    let user = try await app.userInfo(session)
    #expect(user.mobile == "+86-13800000000")
    let second = try await app.signIn(weiboToken: Secret(token), uid: uid, storedAs: "alice")
    #expect(second.session?.account.subject == session.account.subject)
  }

  @Test("reports an invalid tenant folder before it listens")
  func unusable() async throws {
    let folder = try Self.folder(weibo: "https://api.weibo.com")
    let (mute, status) = try await Self.serve(folder, ["--port", "0"]).end()
    #expect(status == 1)
    #expect(mute.contains("gateways.json is missing"), "\(mute)")
    try Data("{}".utf8).write(to: URL(filePath: folder.path + "/tenant.json"))
    let (empty, failed) = try await Self.serve(folder, ["--port", "0", "--development"]).end()
    #expect(failed == 1)
    #expect(empty.contains("tenant.json: applications is missing"), "\(empty)")
  }

  @Test(
    "an outbox on a public address is a usage error",
    arguments: [
      ["--development", "--issuer", "https://login.example"],
      ["--development", "--host", "0.0.0.0", "--issuer", "https://login.example"],
    ])
  func openOutbox(_ options: [String]) async throws {
    let folder = try Self.folder(weibo: "https://api.weibo.com")
    let (output, status) = try await Self.serve(folder, options).end()
    #expect(status == 64)
    #expect(output.contains("--development"), "\(output)")
  }
}
