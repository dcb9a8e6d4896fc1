// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A login by password") struct PasswordLoginTests {
  @Test("that is wrong says how many tries are left, and locks after the last one")
  func lock() async throws {
    let world = try await AccountWorld.start()
    try await world.add()
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

  @Test("is locked for the whole time, however slowly the tries came")
  func slowTries() async throws {
    let world = try await AccountWorld.start()
    try await world.add()
    for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.signIn(password: "wrong").code == "LOGIN.1003")
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.signIn().code == "LOGIN.1003")
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.signIn().status == 200)
  }

  @Test("that is right forgets the wrong ones")
  func forgets() async throws {
    let world = try await AccountWorld.start()
    try await world.add()
    for _ in 1...3 {
      for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
      #expect(try await world.signIn().status == 200)
    }
  }

  @Test("can be locked again after a lock is over")
  func again() async throws {
    let world = try await AccountWorld.start()
    try await world.add()
    for _ in 1...4 {
      for _ in 1...4 { #expect(try await world.signIn(password: "wrong").code == "LOGIN.1005") }
      #expect(try await world.signIn(password: "wrong").code == "LOGIN.1003")
      world.server.clock.advance(by: .seconds(600))
    }
    #expect(try await world.signIn().status == 200)
  }

  @Test("answers the same for somebody who is not there, is disabled, or has no password")
  func strangers() async throws {
    let world = try await AccountWorld.start()
    try await world.add("here")
    try await world.add("disabled", phone: nil, standing: .disabled)
    try await world.add("without", password: nil, phone: nil)
    for name in ["here", "nobody", "disabled", "without"] {
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

  @Test("a hundred times at once tries five passwords", .timeLimit(.minutes(10)))
  func parallel() async throws {
    let world = try await AccountWorld.start()
    try await world.add()
    let answers = try await withThrowingTaskGroup(of: CallReply.self) { group in
      for number in 0..<100 {
        group.addTask { try await world.signIn(password: "wrong\(number)") }
      }
      return try await group.reduce(into: [CallReply]()) { $0.append($1) }
    }
    #expect(answers.filter { $0.code == "LOGIN.1005" }.count == 4)
    #expect(answers.filter { $0.code == "LOGIN.1003" }.count == 96)
    #expect(try await world.signIn().code == "LOGIN.1003")
  }

  @Test("of many names from one place is stopped")
  func spraying() async throws {
    let world = try await AccountWorld.start { $0.passwordsPerSource = 5 }
    try await world.add()
    for number in 1...5 { #expect(try await world.signIn("n\(number)").code == "LOGIN.1005") }
    let answer = try await world.signIn()
    #expect(answer.code == "COMMON.1008")
    #expect(answer.detail == "rate_limited")
    #expect(answer["retry_after"]?.intValue == 3_600)
    world.server.clock.advance(by: .seconds(3_600))
    #expect(try await world.signIn().status == 200)
  }

  @Test("is refused when the policy cannot be read")
  func policyUnreadable() async throws {
    #expect(try await ProducedCode.passwordPolicyUnreadable().code == "LOGIN.1004")
  }

  @Test(
    "with what can be nobody's name or password is wrong",
    arguments: [("a b", "x"), ("zhangwei", String(repeating: "x", count: 1_025))])
  func impossible(name: String, password: String) async throws {
    let world = try await AccountWorld.start()
    try await world.add()
    let answer = try await world.signIn(name, password: password)
    #expect(answer.code == "LOGIN.1005")
    #expect(answer["attempts_left"]?.intValue == 4)
  }

  @Test(
    "of another source says which one is not there",
    arguments: [
      ("/api/v2/sdk/login/wechat", "LOGIN.1006"), ("/api/v3/sdk/login/alipay", "LOGIN.1007"),
      ("/api/v2/sdk/login/one-click", "LOGIN.1008"),
    ])
  func otherSources(path: String, code: String) async throws {
    let answer = try await ProducedCode.sourceMissing(path)
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }
}
