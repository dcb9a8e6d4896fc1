// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A login by password") struct PasswordLoginTests {
  @Test("that is wrong reports the attempts left, and locks after the last one")
  func lock() async throws {
    let world = try await AccountWorld.withUser()
    for left in [4, 3, 2, 1] {
      let answer = try await world.signIn(password: "wrong")
      #expect(answer.status == 400)
      #expect(answer.code == "LOGIN.1005")
      #expect(answer["attempts_left"]?.intValue == left)
      #expect(answer.text("error_msg").contains("\(left)"))
    }
    let last = try await world.signIn(password: "wrong")
    #expect(last.code == "LOGIN.1003")
    #expect(last["retry_after"]?.intValue == 600)
    world.server.clock.advance(by: .seconds(75))
    let right = try await world.signIn()
    #expect(right.code == "LOGIN.1003")
    #expect(right["retry_after"]?.intValue == 525)
    // 8 minutes and 45 seconds.
    #expect(right.text("error_msg").contains("8") && right.text("error_msg").contains("45"))
    world.server.clock.advance(by: .seconds(524))
    #expect(try await world.signIn().code == "LOGIN.1003")
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.signIn().status == 200)
  }

  @Test("is locked for the whole time, however slowly the attempts came")
  func slowTries() async throws {
    let world = try await AccountWorld.withUser()
    for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.signIn(password: "wrong").code == "LOGIN.1003")
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.signIn().code == "LOGIN.1003")
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.signIn().status == 200)
  }

  @Test("that is right resets the count of wrong ones")
  func forgets() async throws {
    let world = try await AccountWorld.withUser()
    for _ in 1...3 {
      for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
      #expect(try await world.signIn().status == 200)
    }
  }

  @Test("can be locked again after a lock has expired")
  func again() async throws {
    let world = try await AccountWorld.withUser()
    for _ in 1...4 {
      for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
      #expect(try await world.signIn(password: "wrong").code == "LOGIN.1003")
      world.server.clock.advance(by: .seconds(600))
    }
    #expect(try await world.signIn().status == 200)
  }

  @Test("that is not checked, because too many wait, is not counted")
  func busy() async throws {
    // The cost is so high that all requests arrive during one hash.
    let cost = try ScryptCost(logRounds: 13, blockSize: 8, passes: 4)
    let hasher = PasswordHasher(cost: cost, workers: 1, queue: 4) {
      RuntimeEnvironment.live.random($0)
    }
    var policy = PasswordPolicy()
    policy.wrongTries = 33
    let world = try await AccountWorld.start(
      settings: { $0.passwordsPerSource = 32 }, policy: policy, passwords: hasher)
    let codes = try await concurrently(32) { _ in try await world.signIn("unknown").code }
    let busy = codes.filter { $0 == "COMMON.1008" }.count
    #expect(busy > 0 && codes.filter { $0 == "LOGIN.1005" }.count == 32 - busy, "\(codes)")
    let next = try await world.signIn("unknown")
    #expect(next.code == "LOGIN.1005" && next["attempts_left"]?.intValue == busy)
  }

  @Test("gets the same response for a user who is unknown, is disabled, or has no password")
  func unknownUsers() async throws {
    let world = try await AccountWorld.start()
    try await world.add("here")
    try await world.add("disabled", phone: nil, standing: .disabled)
    try await world.add("without", password: nil, phone: nil)
    for name in ["here", "unknown", "disabled", "without"] {
      let password = name == "here" ? "wrong" : AccountWorld.password
      for left in [4, 3, 2, 1] {
        let answer = try await world.signIn(name, password: password)
        #expect(answer.code == "LOGIN.1005")
        #expect(answer["attempts_left"]?.intValue == left)
        #expect(answer.detail.isEmpty)
      }
      #expect(try await world.signIn(name, password: password).code == "LOGIN.1003")
    }
  }

  @Test("of a hundred concurrent ones checks five passwords", .timeLimit(.minutes(10)))
  func parallel() async throws {
    let world = try await AccountWorld.withUser()
    let answers = try await concurrently(100) { number in
      try await world.signIn(password: "wrong\(number)")
    }
    #expect(answers.filter { $0.code == "LOGIN.1005" }.count == 4)
    #expect(answers.filter { $0.code == "LOGIN.1003" }.count == 96)
    #expect(try await world.signIn().code == "LOGIN.1003")
  }

  @Test("of many names from one address is limited")
  func spraying() async throws {
    let world = try await AccountWorld.withUser { $0.passwordsPerSource = 5 }
    for number in 1...5 { #expect(try await world.signIn("n\(number)").code == "LOGIN.1005") }
    let answer = try await world.signIn()
    #expect(answer.refusal == "COMMON.1008 rate_limited")
    #expect(answer["retry_after"]?.intValue == 3_600)
    world.server.clock.advance(by: .seconds(3_600))
    #expect(try await world.signIn().status == 200)
  }

  @Test("is refused when the policy cannot be read")
  func policyUnreadable() async throws {
    let world = try await AccountWorld.start(policy: nil)
    #expect(try await world.signIn().code == "LOGIN.1004")
  }

  @Test(
    "with a malformed name or password is refused like a wrong password",
    arguments: [("a b", "x"), ("zhangwei", String(repeating: "x", count: 1_025))])
  func impossible(name: String, password: String) async throws {
    let world = try await AccountWorld.withUser()
    let answer = try await world.signIn(name, password: password)
    #expect(answer.code == "LOGIN.1005")
    #expect(answer["attempts_left"]?.intValue == 4)
  }

  @Test(
    "of another source names the source that is missing",
    arguments: [
      ("/api/v2/sdk/login/wechat", "LOGIN.1006"), ("/api/v3/sdk/login/alipay", "LOGIN.1007"),
      ("/api/v2/sdk/login/one-click", "LOGIN.1008"),
    ])
  func otherSources(path: String, code: String) async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.call(.post, path, body: ["code": "c"])
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }
}
