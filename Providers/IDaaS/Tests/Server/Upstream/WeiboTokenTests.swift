// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckWeiboTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A token from Weibo's app")
struct WeiboTokenTests {
  @Test("is verified at Weibo, and brings the name and picture of an unknown user")
  func good() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    let user = try await world.user(token, uid: uid)
    #expect(
      user.identity == SocialIdentity(provider: "weibo", app: "20454", subject: "1404376560"))
    #expect(user.nickname == "alice")
    #expect(user.avatar == "https://tva1.sinaimg.cn/large/1404376560.jpg")
    #expect(world.wire.paths == ["/oauth2/get_token_info", "/2/users/show.json"])
    // The token is in a body and in a field, never in an address.
    #expect(!world.wire.sent.contains { $0.path.contains(token) })
    #expect(world.wire.sent.last?.authorization == "OAuth2 " + token)
  }

  @Test("of a linked user is not followed by a request for the profile")
  func linked() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    let identity = SocialIdentity(provider: "weibo", app: "20454", subject: uid)
    _ = try await world.store.adopt(
      SocialLink(
        id: "l", identity: identity, userID: "u", createdAt: world.clock.now,
        lastUsedAt: world.clock.now),
      as: User(id: "u", name: UserName("alice")))
    let user = try await world.user(token, uid: uid)
    #expect(user.identity == identity && user.nickname == nil)
    #expect(world.wire.paths == ["/oauth2/get_token_info"])
  }

  // attack: I-11, I-16
  @Test("of another app or user, unknown or expired, is refused with one text")
  func substituted() async throws {
    let world = try await UpstreamWorld.start()
    let (ours, alice) = world.weibo.token(for: .alice)
    let (theirs, _) = world.weibo.token(for: .alice, app: WeiboApp.other.key)
    let bob = world.weibo.service.uid(of: .bob)
    let cases: [(String, String, RefusalDetail)] = [
      (theirs, alice, .socialAppMismatch), (ours, bob, .socialAppMismatch),
      (ours, "0" + alice, .socialAppMismatch), (ours, alice + " ", .socialAppMismatch),
      ("2.00unknown", alice, .socialTokenInvalid), ("with space", alice, .socialTokenInvalid),
      (String(repeating: "a", count: 5000), alice, .socialTokenInvalid),
    ]
    for (token, uid, detail) in cases {
      let refusal = try #require(try await world.refusal(of: token, uid: uid))
      #expect(refusal.detail == detail)
      var told = refusal
      told.detail = nil
      #expect(told == Refusal(.interfaceFailed, "weibo"))
    }
    world.clock.advance(by: .seconds(7 * 86_400))
    #expect(try await world.refusal(of: ours, uid: alice) == WeiboRefusals.invalid)
  }

  @Test("that was withdrawn is refused")
  func withdrawn() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.withdraw(.alice)
    #expect(try await world.refusal(of: token, uid: uid) == WeiboRefusals.invalid)
  }

  // attack: I-44
  @Test("is nowhere in the store afterwards")
  func notStored() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    let user = try await world.user(token, uid: uid)
    let ticket = UpstreamTicket(
      clientID: "app", challenge: String(repeating: "A", count: 43), user: user)
    let handle = try await world.server.keep(ticket)
    let record = try #require(
      try await world.store.record(.ticket, TokenDigest(of: handle), at: world.clock.now))
    let stored = String(decoding: record.content.serialized(), as: UTF8.self)
    #expect(!stored.contains(token) && !stored.contains("2.00"))
    #expect(!"\(user)".contains(token))
  }

  // attack: I-14
  @Test(
    "identifies users by the digits of Weibo, however large the number",
    arguments: ["9007199254740993", "18446744073709551615", "9007199254740992"], [true, false])
  func greatNumbers(uid: String, isNumber: Bool) async throws {
    var manner = WeiboBehaviour()
    manner.informationUIDIsNumber = isNumber
    let user = StandInUser(id: uid, username: "big", password: Secret("p"))
    let world = try await UpstreamWorld.start(
      weibo: WeiboService(users: [user], manner: manner))
    let (token, _) = world.weibo.token(for: user)
    #expect(try await world.user(token, uid: uid).identity.subject == uid)
    #expect(try await world.refusal(of: token, uid: "9007199254740994") == WeiboRefusals.mismatch)
  }

  // attack: I-13, I-19
  @Test("brings a name and a picture as untrusted texts: cut, without control characters")
  func strangeProfile() async throws {
    let name = "<script>\u{202E}\n" + String(repeating: "x", count: 10_000)
    let world = try await UpstreamWorld.start(
      weibo: WeiboService(profiles: [
        "alice": WeiboProfile(uid: "7", screenName: name, avatar: "http://169.254.169.254/a.png")
      ]))
    let (token, uid) = world.weibo.token(for: .alice)
    let user = try await world.user(token, uid: uid)
    let nickname = try #require(user.nickname)
    #expect(nickname.hasPrefix("<script>xxx") && nickname.count == 100)
    #expect(!nickname.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\n" })
    #expect(user.avatar == nil)
  }

  @Test("is accepted without a profile")
  func noProfile() async throws {
    let world = try await UpstreamWorld.start(
      failing: ["/2/users/show.json": .unreachable(.timedOut, "No.")])
    let (token, uid) = world.weibo.token(for: .alice)
    let user = try await world.user(token, uid: uid)
    #expect(user.identity.subject == uid && user.nickname == nil)
  }

  @Test("ignores a profile of another user")
  func foreignProfile() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.answer(
      "/2/users/show.json",
      with: .standIn(json: ["idstr": "999", "screen_name": "another user"]))
    let user = try await world.user(token, uid: uid)
    #expect(user.identity.subject == uid && user.nickname == nil)
  }

  @Test("is verified once more when the first response is empty")
  func emptyOnce() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.replyEmpty(times: 1)
    #expect(try await world.user(token, uid: uid).identity.subject == uid)
    #expect(world.wire.paths.count { $0 == "/oauth2/get_token_info" } == 2)
    world.weibo.replyEmpty(times: 2)
    #expect(try await world.refusal(of: token, uid: uid) == WeiboRefusals.unavailable)
    #expect(world.wire.paths.count { $0 == "/oauth2/get_token_info" } == 4)
  }

  @Test("is verified within one deadline: the second request gets the rest")
  func deadline() async throws {
    let world = try await UpstreamWorld.start(takes: .seconds(3))
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.replyEmpty(times: 1)
    // The profile would be the third request, and no time is left for it.
    #expect(try await world.user(token, uid: uid).nickname == nil)
    #expect(world.wire.sent.map(\.deadline) == [.seconds(5), .seconds(2)])
  }

  @Test("is not verified again after the deadline")
  func timedOut() async throws {
    let world = try await UpstreamWorld.start(
      takes: .seconds(5),
      failing: ["/oauth2/get_token_info": .unreachable(.timedOut, "No answer.")])
    #expect(try await world.refusal(of: "2.00x", uid: "1") == WeiboRefusals.unavailable)
    #expect(world.wire.sent.count == 1)
  }

  @Test("goes to the configured host only")
  func configuredHost() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    var redirect = HTTPResponse(status: .found)
    redirect.headerFields[.location] = "http://127.0.0.1:9/steal"
    world.weibo.answer("/oauth2/get_token_info", with: ServedResponse(head: redirect), times: 2)
    #expect(try await world.refusal(of: token, uid: uid) == WeiboRefusals.unavailable)
    #expect(world.wire.sent.allSatisfy { "http://\($0.authority)" == world.weibo.url })
    let plain = try await UpstreamWorld.start(base: "http://weibo.example")
    #expect(try await plain.refusal(of: token, uid: uid) == WeiboRefusals.misconfigured)
    #expect(plain.wire.sent.isEmpty)
  }
}
