// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("Weibo's notice that a user revoked the consent")
struct WeiboCancelTests {
  private static let key = "k3y-that-only-weibo-knows"

  /// A server where alice is linked and has a session that was opened through the link.
  private static func linked(
    ends: Bool = true, key: String? = key
  ) async throws -> (IDaaSTestServer, SocialIdentity, family: String) {
    let server = try await IDaaSTestServer.start(application: { application in
      application.weibo?.cancelKey = key.map { Secret($0) }
      application.endsSessionsUpstream = ends
    })
    let now = server.clock.now
    let identity = SocialIdentity(
      provider: "weibo", app: "20454", subject: server.weibo.service.uid(of: .alice))
    let link = try await server.store.adopt(
      SocialLink(id: "l", identity: identity, userID: "u", createdAt: now, lastUsedAt: now),
      as: User(id: "u", name: UserName("alice")))
    let token = OpaqueToken(.refresh, environment: .live)
    try await server.store.open(
      SocialSession(
        familyID: "f", userID: "u", device: "phone", methods: ["weibo"], linkID: link.id),
      family: RefreshFamily(
        id: "f", clientID: "app", userID: "u", scopes: [], createdAt: now,
        absoluteExpiry: now + 86_400, authTime: now, nonce: nil),
      first: RefreshRecord(
        digest: token.digest, familyID: "f", generation: 0, issuedAt: now,
        expiresAt: now + 3600))
    return (server, identity, "f")
  }

  private static func get(_ url: String) async throws -> (status: Int, body: String) {
    let page = try await WebFlow.browser().get(url)
    return (page.status, page.text)
  }

  @discardableResult
  private static func notify(
    _ server: IDaaSTestServer, key: String? = nil
  ) async throws -> HTTPResponse.Status {
    try await server.weibo.notifyCancel(
      at: server.origin + "/CancelRedirectUri" + (key.map { "/" + $0 } ?? ""), of: .alice)
  }

  private static func isOpen(_ family: String, _ server: IDaaSTestServer) async throws -> Bool {
    try #require(try await server.store.family(family)).revokedAt == nil
  }

  @Test("marks the link, and ends no session without the key in its address")
  func hint() async throws {
    let (server, identity, family) = try await Self.linked()
    #expect(try await Self.notify(server) == .ok)
    #expect(try await server.store.link(identity)?.revokedUpstreamAt == server.clock.now)
    #expect(try await Self.isOpen(family, server))
  }

  @Test("ends the sessions of the link when it arrives at the secret address")
  func proved() async throws {
    let (server, identity, family) = try await Self.linked()
    try await Self.notify(server, key: Self.key)
    #expect(try await server.store.link(identity)?.revokedUpstreamAt != nil)
    #expect(try await !Self.isOpen(family, server))
  }

  @Test("ends no session when the tenant's setting is off")
  func tenantKeeps() async throws {
    let (server, identity, family) = try await Self.linked(ends: false)
    try await Self.notify(server, key: Self.key)
    #expect(try await server.store.link(identity)?.revokedUpstreamAt != nil)
    #expect(try await Self.isOpen(family, server))
  }

  @Test(
    "that is forged or malformed gets the same response and changes no session",
    arguments: [
      "?source=20454&uid=1404376560&auth_end=1", "/wrong?source=20454&uid=1404376560&auth_end=1",
      "/?source=20454&uid=1404376560", "?source=20454&uid=999999", "?source=99999&uid=1404376560",
      "?source=20454&uid=1404376560%20", "?source=20454&uid=01404376560",
      "?source=20454&uid=1404376560&uid=1", "?source=20454", "?uid=1404376560", "", "?%FF",
      "?source=20454&uid=" + String(repeating: "1", count: 5000),
    ])
  func forged(query: String) async throws {
    let (server, identity, family) = try await Self.linked()
    let (status, body) = try await Self.get(server.origin + "/CancelRedirectUri" + query)
    #expect(status == 200 && body.isEmpty)
    #expect(try await Self.isOpen(family, server))
    #expect(try await server.store.link(identity)?.userID == "u")
  }

  @Test("ends no session where the tenant set no key, or an empty one")
  func noKey() async throws {
    for key in [nil, ""] {
      let (server, _, family) = try await Self.linked(key: key)
      _ = try await Self.get(server.origin + "/CancelRedirectUri/?source=20454&uid=1404376560")
      #expect(try await Self.isOpen(family, server))
      await server.stop()
    }
  }

  @Test("is cleared when the user signs in through Weibo again")
  func signedInAgain() async throws {
    let (server, identity, _) = try await Self.linked()
    try await Self.notify(server)
    let (token, uid) = server.weibo.token(for: .alice)
    let reply = try await server.loginWeibo([
      "access_token": .string(token), "uid": .string(uid),
    ])
    #expect(reply.json["status"]?.stringValue == "SUCCESS")
    let link = try #require(try await server.store.link(identity))
    #expect(link.revokedUpstreamAt == nil)
  }

  @Test("that is forged does not use up the limit of Weibo's own")
  func flooded() async throws {
    let (server, _, family) = try await Self.linked()
    for _ in 0..<20 {
      _ = try await Self.get(server.origin + "/CancelRedirectUri?source=20454&uid=1404376560")
    }
    try await Self.notify(server, key: Self.key)
    #expect(try await !Self.isOpen(family, server))
  }

  @Test("is processed six hundred times an hour from one address")
  func limited() async throws {
    let (server, identity, _) = try await Self.linked()
    for _ in 0..<600 {
      _ = try await Self.get(server.origin + "/CancelRedirectUri?source=20454&uid=5")
    }
    #expect(try await Self.notify(server) == .ok)
    #expect(try await server.store.link(identity)?.revokedUpstreamAt == nil)
  }
}
