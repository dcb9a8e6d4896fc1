// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Registering and binding", .timeLimit(.minutes(10)))
struct RegisteringTests {
  @Test(
    "an unknown user proves a number, is registered, and signs in without a proof the next time")
  func register() async throws {
    let world = try await LoginWorld.start()
    let first = try await world.login()
    #expect(first.word == "USER_REGISTER")
    #expect(first.json["state_expire"]?.intValue == 600)
    let flow = try JSONObject(parsing: Array((first.json["data"]?.stringValue ?? "").utf8))
    #expect(flow["socialBindOrRegisterFlow"] == .array(["VERIFY_PHONE", "VERIFY_EMAIL"]))
    let state = try #require(first.state)
    let sent = try await world.send(.registerMobile, state: state)
    #expect(sent.json["resend_after"]?.intValue == 60)
    #expect(sent.json["expire"]?.intValue == 300)
    #expect(sent.json["code_length"]?.intValue == 6)
    let done = try await world.bind(.register, try world.digits(), state: state)
    #expect(done.word == "SUCCESS")
    #expect(done.json["created"]?.boolValue == true)
    #expect(done.json["expire"]?.intValue == 432_000)
    #expect(done.json["session_token"]?.stringValue != nil)
    #expect(done.field("Cache-Control") == "no-store")

    let again = try await world.login()
    #expect(again.word == "SUCCESS")
    #expect(again.json["created"] == nil)
  }

  @Test("an existing user's number links the account, and every contact of theirs is notified")
  func bind() async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .bind })
    try await world.add("zhang", [.phone("+8613800000000"), .email("zhang@example.com")])
    let login = try await world.login()
    #expect(login.word == "SOCIAL_BIND")
    let state = try #require(login.state)
    _ = try await world.send(.bindMobile, to: "13800000000", state: state)
    let done = try await world.bind(.bind, "13800000000", try world.digits(), state: state)
    #expect(done.word == "SUCCESS")
    #expect(done.json["created"] == nil)
    #expect(try await world.server.store.links(of: "zhang").count == 1)
    let told = world.server.outbox.notices
    #expect(Set(told.map(\.contact)) == [.phone("+8613800000000"), .email("zhang@example.com")])
    #expect(told.allSatisfy { $0.event == .linked(provider: "weibo") })
  }

  @Test("an e-mail address serves as well as a number")
  func email() async throws {
    let world = try await LoginWorld.start()
    #expect(try await world.register(.alice, "anna@example.com").word == "SUCCESS")
    #expect(try await world.server.store.user(with: .email("anna@example.com")) != nil)
  }

  @Test("registering with a known number links the account and creates none")
  func registerExisting() async throws {
    let world = try await LoginWorld.start()
    try await world.add("zhang", [.phone("+8613800000000")])
    let done = try await world.register()
    #expect(done.word == "SUCCESS")
    #expect(done.json["created"] == nil)
    #expect(try await world.server.store.links(of: "zhang").count == 1)
  }

  // attack: I-37
  @Test(
    "an account that was found is shown masked, and linked when the user confirms it")
  func confirm() async throws {
    let world = try await LoginWorld.start(application: {
      $0.unassociated = .bind
      $0.confirmsLinks = true
    })
    try await world.add("zhangsan", [.phone("+8613800000000")])
    let able = ["X-client-capabilities": "confirm"]
    let state = try await world.state()
    _ = try await world.send(.bindMobile, state: state)
    let code = try world.digits()
    let shown = try await world.bind(.bind, code, state: state, able)
    #expect(shown.word == "CONFIRM_LINK")
    #expect(shown.state == state)
    #expect(shown.text.contains("z****n") && !shown.text.contains("zhangsan"))
    #expect(try await world.server.store.links(of: "zhangsan").isEmpty)
    #expect(world.server.outbox.notices.isEmpty)
    // Another number is not confirmed by this one.
    let other = try await world.bind(
      .bind, "+86-13900000000", code, state: state, able, confirm: true)
    #expect(other.code == .expired)
    #expect(try await world.bind(.bind, code, state: state, able, confirm: true).word == "SUCCESS")
    // The owner is notified.
    #expect(world.server.outbox.notices.count == 1)
  }

  @Test("a client without the capability is not asked to confirm")
  func noConfirm() async throws {
    let world = try await LoginWorld.start(application: { $0.confirmsLinks = true })
    try await world.add("zhangsan", [.phone("+8613800000000")])
    #expect(try await world.register().word == "SUCCESS")
  }

  // attack: I-39
  @Test("an account unused for 180 days needs two contacts")
  func dormant() async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .bind })
    try await world.add("old", [.phone("+8613800000000"), .email("old@example.com")])
    try await world.add("lone", [.phone("+8613900000000")])
    world.server.clock.advance(by: .seconds(181 * 86_400))

    let state = try await world.state()
    _ = try await world.send(.bindMobile, state: state)
    let first = try await world.bind(.bind, try world.digits(), state: state)
    #expect(first.word == "SOCIAL_BIND" && first.state == state)
    #expect(first.text.contains("VERIFY_EMAIL") && !first.text.contains("VERIFY_PHONE"))
    #expect(try await world.server.store.links(of: "old").isEmpty)
    _ = try await world.send(.bindEmail, to: "old@example.com", state: state)
    let second = try await world.bind(
      .bind, "old@example.com", try world.digits(.email("old@example.com")), state: state)
    #expect(second.word == "SUCCESS")

    let bob = try await world.state(.bob)
    _ = try await world.send(.bindMobile, to: "+86-13900000000", state: bob)
    let denied = try await world.bind(
      .bind, "+86-13900000000", try world.digits(.phone("+8613900000000")), state: bob)
    #expect(denied.word == "ACCESS_DENIED")
    #expect(world.log.all.contains { $0.contains("dormant") })
  }
}
