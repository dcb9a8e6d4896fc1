// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Refused bindings", .timeLimit(.minutes(10)))
struct BindingRefusalTests {
  // attack: I-27
  @Test("after five wrong codes the right one is refused, and so is the login")
  func fiveWrong() async throws {
    let world = try await LoginWorld.start()
    let (state, right) = try await world.codeSent()
    let wrong = LoginWorld.wrong(right)
    for left in [4, 3, 2, 1, 0] {
      let answer = try await world.bind(wrong, state: state)
      #expect(answer.code == .codeWrong)
      #expect(answer.status == 400)
      #expect(answer.json["attempts_left"]?.intValue == left)
      #expect(answer.detail == (left > 0 ? "code_wrong" : "code_exhausted"))
    }
    let late = try await world.bind(right, state: state)
    #expect(late.code == .expired)
    #expect(late.detail == "state_expired")
  }

  // attack: I-29
  @Test("a right code is valid once")
  func twice() async throws {
    let world = try await LoginWorld.start()
    let (state, code) = try await world.codeSent()
    #expect(try await world.bind(code, state: state).word == "SUCCESS")
    #expect(try await world.bind(code, state: state).code == .expired)
    let other = try await world.state(.bob)
    #expect(try await world.bind(code, state: other).code == .expired)
  }

  // attack: I-07, I-31
  @Test(
    "a code is invalid for another number, login, device or purpose",
    arguments: ["number", "login", "device", "client", "purpose"])
  func elsewhere(_ what: String) async throws {
    let world = try await LoginWorld.start()
    let (state, code) = try await world.codeSent()
    let answer =
      switch what {
      case "number": try await world.bind(.register, "+86-13900000000", code, state: state)
      case "login": try await world.bind(code, state: try await world.state(.bob))
      case "device": try await world.bind(code, state: state, device: "phone-2")
      case "client": try await world.bind(code, state: state, ["X-client-id": "other"])
      default: try await world.bind(.bind, code, state: state)
      }
    let expected: [String: (ReturnCode, String)] = [
      "number": (.expired, "code_expired"), "login": (.expired, "code_expired"),
      "device": (.parameterValue, "state_mismatch"), "client": (.clientUnknown, "unknown_client"),
      "purpose": (.parameterValue, "state_mismatch"),
    ]
    #expect(answer.code == expected[what]?.0)
    #expect(answer.detail == expected[what]?.1)
    // None of these requests used the code up.
    #expect(try await world.bind(code, state: state).word == "SUCCESS")
  }

  @Test("a code expires after five minutes, a login after ten")
  func time() async throws {
    let world = try await LoginWorld.start()
    let (state, code) = try await world.codeSent()
    world.server.clock.advance(by: .seconds(300))
    #expect(try await world.bind(code, state: state).detail == "code_expired")
    world.server.clock.advance(by: .seconds(300))
    let over = try await world.bind(code, state: state)
    #expect(over.code == .expired && over.detail == "state_expired")
  }

  @Test("a new code replaces the one before")
  func resend() async throws {
    let world = try await LoginWorld.start()
    let (state, first) = try await world.codeSent()
    world.server.clock.advance(by: .seconds(60))
    _ = try await world.send(.registerMobile, state: state)
    let second = try world.digits()
    if first != second {
      #expect(try await world.bind(first, state: state).code == .codeWrong)
    }
    #expect(try await world.bind(second, state: state).word == "SUCCESS")
  }

  // attack: I-21
  @Test("a user with another Weibo account keeps it, and the binding is a conflict")
  func userTaken() async throws {
    let world = try await LoginWorld.start()
    try await world.register(.alice)
    world.server.clock.advance(by: .seconds(60))
    let state = try await world.state(.bob)
    _ = try await world.send(.registerMobile, state: state)
    let code = try world.digits()
    let answer = try await world.bind(code, state: state)
    #expect(answer.code == .alreadyBound)
    // The response contains nothing of the other user.
    #expect(!answer.text.contains("alice"))
    #expect(try await world.login(.alice).word == "SUCCESS")
    // Another number completes the login.
    _ = try await world.send(.registerMobile, to: "+86-13900000000", state: state)
    let digits = try world.digits(.phone("+8613900000000"))
    #expect(
      try await world.bind(.register, "+86-13900000000", digits, state: state).word == "SUCCESS")
  }

  @Test("an unknown number is refused only after its code was right")
  func unknownNumber() async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .bind })
    let state = try await world.state()
    _ = try await world.send(.bindMobile, state: state)
    let code = try world.digits()
    let wrong = LoginWorld.wrong(code)
    #expect(try await world.bind(.bind, wrong, state: state).code == .codeWrong)
    #expect(try await world.bind(.bind, code, state: state).code == .userUnknown)
  }

  @Test("a disabled user is denied, at the binding and at the login")
  func disabled() async throws {
    let world = try await LoginWorld.start()
    try await world.add("zhang", [.phone("+8613800000000")], standing: .disabled)
    #expect(try await world.register().word == "ACCESS_DENIED")
    #expect(try await world.server.store.links(of: "zhang").isEmpty)

    try await world.register(.bob, "+86-13900000000")
    var user = try #require(try await world.server.store.user(with: .phone("+8613900000000")))
    user.standing = .disabled
    _ = try await world.server.store.save(user)
    #expect(try await world.login(.bob).word == "ACCESS_DENIED")
  }

  // attack: V-21
  @Test(
    "a number has a daily limit of wrong codes, and the error response has the time to wait")
  func dailyCap() async throws {
    let world = try await LoginWorld.start(settings: {
      $0.wrongCodesPerDay = 3
      $0.sendsPerDay = 100
      $0.sendsPerHour = 100
    })
    let (state, code) = try await world.codeSent()
    let wrong = LoginWorld.wrong(code)
    for _ in 0..<3 { #expect(try await world.bind(wrong, state: state).code == .codeWrong) }
    let locked = try await world.bind(code, state: state)
    #expect(locked.code == .locked)
    #expect(locked.json["retry_after"]?.intValue == 86_400)
    #expect(locked.field("Retry-After") == "86400")
    // Another login and another device change nothing, and no code is sent.
    let other = try await world.state(.bob, device: "phone-2")
    let sent = try await world.send(.registerMobile, state: other, device: "phone-2")
    #expect(sent.code == .sendingFailed && sent.detail == "rate_limited")
    world.server.clock.advance(by: .seconds(86_400))
    #expect(try await world.register(.bob, device: "phone-2").word == "SUCCESS")
  }

  // attack: I-36
  @Test("the responses do not depend on the number's owner before the code is right")
  func enumeration() async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .bind })
    try await world.add("zhang", [.phone("+8613800000000")])
    try await world.add("li", [.phone("+8613700000000")], standing: .disabled)
    var answers: [[String]] = []
    for place in ["+86-13800000000", "+86-13700000000", "+86-13900000000"] {
      let state = try await world.state()
      let sent = try await world.send(.bindMobile, to: place, state: state)
      let code = try world.digits(.phone(place.filter { $0 != "-" }))
      let wrong = try await world.bind(
        .bind, place, LoginWorld.wrong(code), state: state)
      var body = wrong.json
      body["request_id"] = nil
      answers.append([
        "\(sent.status)", sent.text, "\(wrong.status)",
        String(decoding: body.serialized(), as: UTF8.self),
      ])
    }
    #expect(Set(answers).count == 1)
  }
}
