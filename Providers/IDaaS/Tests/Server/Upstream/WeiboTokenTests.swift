// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckWeiboTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A token from Weibo's app")
struct WeiboTokenTests {
  @Test("is somebody's by Weibo's word, and brings the name and picture of a stranger")
  func good() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    let person = try await world.person(token, uid: uid)
    #expect(
      person.identity == SocialIdentity(provider: "weibo", app: "20454", subject: "1404376560"))
    #expect(person.nickname == "alice")
    #expect(person.avatar == "https://tva1.sinaimg.cn/large/1404376560.jpg")
    #expect(world.wire.paths == ["/oauth2/get_token_info", "/2/users/show.json"])
    // The token is in a body and in a field, never in an address.
    #expect(!world.wire.sent.contains { $0.path.contains(token) })
    #expect(world.wire.sent.last?.authorization == "OAuth2 " + token)
  }

  @Test("of somebody who is linked is not followed by a question for the profile")
  func linked() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    let identity = SocialIdentity(provider: "weibo", app: "20454", subject: uid)
    _ = try await world.store.adopt(
      SocialLink(
        id: "l", identity: identity, userID: "u", createdAt: world.clock.now,
        lastUsedAt: world.clock.now),
      as: User(id: "u", name: UserName("alice")))
    let person = try await world.person(token, uid: uid)
    #expect(person.identity == identity && person.nickname == nil)
    #expect(world.wire.paths == ["/oauth2/get_token_info"])
  }

  // attack: I-11, I-16
  @Test("of another app, of somebody else, of nobody or over is refused with one text")
  func substituted() async throws {
    let world = try await UpstreamWorld.start()
    let (ours, alice) = world.weibo.token(for: .alice)
    let (theirs, _) = world.weibo.token(for: .alice, app: WeiboApp.other.key)
    let bob = world.weibo.service.uid(of: .bob)
    let cases: [(String, String, RefusalDetail)] = [
      (theirs, alice, .socialAppMismatch), (ours, bob, .socialAppMismatch),
      (ours, "0" + alice, .socialAppMismatch), (ours, alice + " ", .socialAppMismatch),
      ("2.00nobody", alice, .socialTokenInvalid), ("with space", alice, .socialTokenInvalid),
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
    let person = try await world.person(token, uid: uid)
    let ticket = UpstreamTicket(
      clientID: "app", challenge: String(repeating: "A", count: 43), user: person)
    let handle = try await world.server.keep(ticket)
    let record = try #require(
      try await world.store.record(.ticket, TokenDigest(of: handle), at: world.clock.now))
    let stored = String(decoding: record.content.serialized(), as: UTF8.self)
    #expect(!stored.contains(token) && !stored.contains("2.00"))
    #expect(!"\(person)".contains(token))
  }

  // attack: I-14
  @Test(
    "names people by the digits Weibo wrote, however great the number",
    arguments: ["9007199254740993", "18446744073709551615", "9007199254740992"], [true, false])
  func greatNumbers(uid: String, isNumber: Bool) async throws {
    var manner = WeiboBehaviour()
    manner.informationUIDIsNumber = isNumber
    let somebody = StandInUser(id: uid, username: "big", password: Secret("p"))
    let world = try await UpstreamWorld.start(
      weibo: WeiboService(users: [somebody], manner: manner))
    let (token, _) = world.weibo.token(for: somebody)
    #expect(try await world.person(token, uid: uid).identity.subject == uid)
    #expect(try await world.refusal(of: token, uid: "9007199254740994") == WeiboRefusals.mismatch)
  }

  // attack: I-13, I-19
  @Test("brings a name and a picture as untrusted texts: cut, without what turns lines around")
  func strangeProfile() async throws {
    let name = "<script>\u{202E}\n" + String(repeating: "x", count: 10_000)
    let world = try await UpstreamWorld.start(
      weibo: WeiboService(profiles: [
        "alice": WeiboProfile(uid: "7", screenName: name, avatar: "http://169.254.169.254/a.png")
      ]))
    let (token, uid) = world.weibo.token(for: .alice)
    let person = try await world.person(token, uid: uid)
    let nickname = try #require(person.nickname)
    #expect(nickname.hasPrefix("<script>xxx") && nickname.count == 100)
    #expect(!nickname.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\n" })
    #expect(person.avatar == nil)
  }

  @Test("is good without a profile, when Weibo does not show one")
  func noProfile() async throws {
    let world = try await UpstreamWorld.start(
      failing: ["/2/users/show.json": .unreachable(.timedOut, "No.")])
    let (token, uid) = world.weibo.token(for: .alice)
    let person = try await world.person(token, uid: uid)
    #expect(person.identity.subject == uid && person.nickname == nil)
  }

  @Test("is not believed to be the one that a profile of somebody else shows")
  func foreignProfile() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.answer(
      "/2/users/show.json",
      with: .standIn(json: ["idstr": "999", "screen_name": "somebody else"]))
    let person = try await world.person(token, uid: uid)
    #expect(person.identity.subject == uid && person.nickname == nil)
  }

  @Test("is asked about once more when the first answer is empty")
  func emptyOnce() async throws {
    let world = try await UpstreamWorld.start()
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.replyEmpty(times: 1)
    #expect(try await world.person(token, uid: uid).identity.subject == uid)
    #expect(world.wire.paths.count { $0 == "/oauth2/get_token_info" } == 2)
    world.weibo.replyEmpty(times: 2)
    #expect(try await world.refusal(of: token, uid: uid) == WeiboRefusals.unavailable)
    #expect(world.wire.paths.count { $0 == "/oauth2/get_token_info" } == 4)
  }

  @Test("is asked about within one deadline: the second question has what the first left")
  func deadline() async throws {
    let world = try await UpstreamWorld.start(takes: .seconds(3))
    let (token, uid) = world.weibo.token(for: .alice)
    world.weibo.replyEmpty(times: 1)
    // The profile would be the third question, and there is no time for it.
    #expect(try await world.person(token, uid: uid).nickname == nil)
    #expect(world.wire.sent.map(\.deadline) == [.seconds(5), .seconds(2)])
  }

  @Test("is not asked about again when the deadline is over")
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
