// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("The outcomes of a login", .timeLimit(.minutes(10)))
struct LoginPolicyTests {
  @Test(
    "an unknown user binds, registers, is created or is refused, by the policy",
    arguments: [
      (TenantApplication.Unassociated.bind, "SOCIAL_BIND"), (.bindOrRegister, "USER_REGISTER"),
      (.create, "SUCCESS"), (.fail, nil),
    ] as [(TenantApplication.Unassociated, String?)])
  func policies(_ policy: TenantApplication.Unassociated, _ word: String?) async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = policy })
    let answer = try await world.login()
    #expect(answer.word == word)
    if policy == .fail { #expect(answer.code == .notBound) }
    if policy == .create {
      #expect(answer.json["created"]?.boolValue == true)
      #expect(try await world.login().json["created"] == nil)
    }
  }

  @Test("a link alone signs in, unless the application requires a phone number of every user")
  func requiredPhone() async throws {
    for (requires, word) in [(false, "SUCCESS"), (true, "USER_REGISTER")] {
      let world = try await LoginWorld.start(application: { app in
        app.requiresPhone = requires
        if !requires { app.unassociated = .create }
      })
      // A user who registered with an e-mail address, before a phone number was required.
      let user = try await world.add("anna", [.email("anna@example.com")])
      let identity = SocialIdentity(
        provider: "weibo", app: world.server.weibo.service.appKey,
        subject: world.server.weibo.service.uid(of: .alice))
      _ = try await world.server.store.adopt(
        SocialLink(
          id: "l1", identity: identity, userID: "u2", createdAt: world.server.clock.now,
          lastUsedAt: world.server.clock.now), as: User(id: "u2", name: UserName("berta")))
      #expect(user.id == "anna")
      let login = try await world.login()
      #expect(login.word == word, "\(login.text)")
      guard requires, let state = login.state else { continue }
      #expect(login.text.contains("VERIFY_PHONE") && !login.text.contains("VERIFY_EMAIL"))
      let address = try await world.bind(
        .register, "anna@example.com", "123456", state: state)
      #expect(address.code == .parameterValue)
      _ = try await world.send(.registerMobile, state: state)
      let wrong = try await world.bind(
        LoginWorld.wrong(try world.digits()), state: state)
      #expect(wrong.code == .codeWrong)
      let done = try await world.bind(try world.digits(), state: state)
      #expect(done.word == "SUCCESS", "\(done.text)")
      #expect(
        try await world.server.store.contacts(of: "u2") == [.phone("+8613800000000")])
      #expect(try await world.login().word == "SUCCESS")
    }
  }

  @Test("a number that is another user's is not given to a linked user without one")
  func requiredPhoneTaken() async throws {
    let world = try await LoginWorld.start(application: { $0.requiresPhone = true })
    try await world.add("anna", [.phone("+8613800000000")])
    let identity = SocialIdentity(
      provider: "weibo", app: world.server.weibo.service.appKey,
      subject: world.server.weibo.service.uid(of: .alice))
    _ = try await world.server.store.adopt(
      SocialLink(
        id: "l1", identity: identity, userID: "u2", createdAt: world.server.clock.now,
        lastUsedAt: world.server.clock.now), as: User(id: "u2", name: UserName("berta")))
    let state = try await world.state()
    _ = try await world.send(.registerMobile, state: state)
    #expect(try await world.bind(try world.digits(), state: state).code == .alreadyBound)
    #expect(try await world.server.store.contacts(of: "u2").isEmpty)
  }

  @Test("a Weibo source of a website accepts no token from an app, and the configuration tells it")
  func webSource() async throws {
    let world = try await LoginWorld.start(application: { app in
      app.weibo?.channel = .web
      app.weibo?.name = "微博登录"
    })
    let answer = try await world.login()
    #expect(answer.code == .sourceUnknown && answer.detail == "policy_denied")
    let config = try await world.call(.get, "/api/v2/sdk/client-config")
    let weibo = config.json["social"]?.objectValue?["weibo"]?.objectValue
    #expect(weibo?["flow"] == ["code", "ticket"])
    #expect(weibo?["name"] == "微博登录")
  }

  // attack: I-01, I-02, I-04
  @Test(
    "a name, address or number from Weibo matches no user, verified or not",
    arguments: ["true", "false", #""true""#, #""false""#, "1", "[]", "null"])
  func noMatching(_ verified: String) async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .create })
    try await world.add("zhang", [.phone("+8613800000000"), .email("zhang@example.com")])
    let uid = world.server.weibo.service.uid(of: .alice)
    var told = ServedResponse(head: HTTPResponse(status: .ok))
    told.head.headerFields[.contentType] = "application/json"
    told.body = Data(
      """
      {"id": \(uid), "idstr": "\(uid)", "screen_name": "zhang", "name": "zhang",
       "email": "zhang@example.com", "email_verified": \(verified), "mobile": "+8613800000000"}
      """.utf8)
    world.server.weibo.answer("/2/users/show.json", with: told, times: 2)
    let answer = try await world.login()
    #expect(answer.word == "SUCCESS")
    #expect(answer.json["created"]?.boolValue == true)
    #expect(try await world.server.store.links(of: "zhang").isEmpty)
    let user = try await world.server.store.user(named: UserName("zhang"))
    #expect(user?.id == "zhang")
  }

  // attack: I-22
  @Test("another uid with the same name at Weibo is another user")
  func reassigned() async throws {
    let profiles = [
      "alice": WeiboProfile(uid: "100", screenName: "anna"),
      "bob": WeiboProfile(uid: "200", screenName: "anna"),
    ]
    let world = try await LoginWorld.start(
      weibo: WeiboService(profiles: profiles), application: { $0.unassociated = .create }
    )
    let first = try await world.login(.alice)
    let second = try await world.login(.bob)
    #expect(first.json["created"]?.boolValue == true)
    #expect(second.json["created"]?.boolValue == true)
  }

  // attack: I-14
  @Test("Weibo's uid is a text: 9007199254740993 is not 9007199254740992")
  func exactSubjects() async throws {
    let users = [
      StandInUser(id: "9007199254740992", username: "even", password: StandInUser.bob.password),
      StandInUser(id: "9007199254740993", username: "odd", password: StandInUser.bob.password),
    ]
    let world = try await LoginWorld.start(
      weibo: WeiboService(users: users), application: { $0.unassociated = .create }
    )
    for user in users {
      let answer = try await world.login(user)
      #expect(answer.json["created"]?.boolValue == true)
    }
    for user in users {
      let identity = SocialIdentity(
        provider: "weibo", app: world.server.weibo.service.appKey, subject: user.id)
      #expect(try await world.server.store.link(identity) != nil)
    }
  }

  // attack: I-23
  @Test("a number that comes back after its account was deleted makes a new account")
  func deleted() async throws {
    let world = try await LoginWorld.start()
    let session = try #require(try await world.register().json["session_token"]?.stringValue)
    let phone = Contact.phone("+8613800000000")
    let before = try #require(try await world.server.store.user(with: phone)).id
    #expect(try await world.server.store.removeUser(before, at: world.server.clock.now))
    world.server.clock.advance(by: .seconds(60))
    #expect(try await world.register().json["created"]?.boolValue == true)
    let after = try #require(try await world.server.store.user(with: phone)).id
    #expect(before != after)
    // The session of the old account has ended.
    let refreshed = try await world.call(
      .post, "/api/v2/sdk/sso/session-token/id-token", [:], ["session-token": session])
    #expect(refreshed.code != nil && refreshed.json["id_token"] == nil)
  }

  @Test("a new account holds nothing from the network but the name to show")
  func newcomer() async throws {
    let profile = WeiboProfile(uid: "1404376560", screenName: "<b>Anna</b>\u{202E}")
    let world = try await LoginWorld.start(weibo: WeiboService(profiles: ["alice": profile]))
    try await world.register()
    let user = try #require(try await world.server.store.user(with: .phone("+8613800000000")))
    #expect(user.id != "1404376560" && !user.name.text.contains("1404376560"))
    #expect(user.name.text.utf8.allSatisfy { $0 < 0x80 })
    #expect(user.claims.names == ["name"])
    #expect(user.claims["name"]?.stringValue?.contains("\u{202E}") == false)
    #expect(try await world.server.store.contacts(of: user.id) == [.phone("+8613800000000")])
  }

  @Test("a second login ends the pending one")
  func again() async throws {
    let world = try await LoginWorld.start()
    let first = try await world.state()
    let second = try await world.state()
    #expect(first != second)
    #expect(try await world.bind("123456", state: first).detail == "state_expired")
    // The second one is pending: only its code is missing.
    #expect(try await world.bind("123456", state: second).detail == "code_expired")
  }

  @Test("an identity signs in 30 times an hour")
  func perIdentity() async throws {
    let world = try await LoginWorld.start()
    for number in 0..<30 {
      #expect(try await world.login(.alice, device: "phone-\(number)").status == 200)
    }
    let more = try await world.login(.alice, device: "phone-30")
    #expect(more.code == .busy && more.detail == "rate_limited")
    #expect(try await world.login(.bob).status == 200)
    world.server.clock.advance(by: .seconds(3_600))
    #expect(try await world.login().status == 200)
  }

  @Test("a second factor is required after Weibo, and not after Weibo and a phone")
  func secondFactor() async throws {
    let world = try await LoginWorld.start(application: { $0.secondFactor = "SMS" })
    let first = try await world.login()
    // New users need a phone number for the second factor.
    #expect(!first.text.contains("VERIFY_EMAIL"))
    #expect(try await world.register().word == "SUCCESS")
    let waits = try await world.login()
    #expect(waits.word == "MFA_AUTH")
    #expect(waits.json["session_token"] == nil)
    let state = try #require(waits.state)
    // A login that is pending for a second factor is not pending for a binding.
    #expect(try await world.bind("123456", state: state).word == nil)
    world.server.clock.advance(by: .seconds(60))
    let sent = try await world.call(
      .post, "/api/v2/sdk/mfa/sms", ["mobile": "+86-13800000000"], ["X-state-token": state])
    #expect(sent.status == 200, "\(sent.text)")
    let done = try await world.call(
      .post, "/api/v2/sdk/mfa/sms/verify", ["verify_code": .string(try world.digits())],
      ["X-state-token": state])
    #expect(done.word == "SUCCESS", "\(done.text)")
  }

  @Test("a policy that cannot be enforced refuses every login")
  func impossible() async throws {
    let strict = try await LoginWorld.start(application: {
      $0.secondFactor = "SMS"
      $0.unassociated = .create
    })
    #expect(try await strict.login().code == .accessPolicyWrong)
    let closed = try await LoginWorld.start(application: { $0.methods = [] })
    #expect(try await closed.login().code == .sourceUnknown)
  }

  @Test("a method that is not offered is refused")
  func methods() async throws {
    let world = try await LoginWorld.start(application: { $0.methods = [.phone] })
    let state = try await world.state()
    let sent = try await world.send("REGISTER_EMS", to: "anna@example.com", "x", state: state)
    #expect(sent.code == .parameterValue && sent.detail == "policy_denied")
    let bound = try await world.bind(.register, "anna@example.com", "123456", state: state)
    #expect(bound.code == .parameterValue && bound.detail == "policy_denied")
  }
}
