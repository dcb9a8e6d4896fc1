// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// The states of one login, and what each allows: a request out of turn changes nothing.
@Suite("The states of a login", .timeLimit(.minutes(10)))
struct LoginStateTests {
  enum State: String, CaseIterable, Sendable {
    case pending, codeSent, codeOver, done, loginOver
  }

  enum Step: String, CaseIterable, Sendable {
    case send, bindRight, bindWrong, bindOtherPurpose, bindOtherDevice
  }

  static let table: [State: [Step: String]] = [
    .pending: [
      .send: "200", .bindRight: "COMMON.1005 code_expired", .bindWrong: "COMMON.1005 code_expired",
      .bindOtherPurpose: "COMMON.1006 state_mismatch",
      .bindOtherDevice: "COMMON.1006 state_mismatch",
    ],
    .codeSent: [
      .send: "SMS.1008 rate_limited", .bindRight: "SUCCESS", .bindWrong: "SMS.1005 code_wrong",
      .bindOtherPurpose: "COMMON.1006 state_mismatch",
      .bindOtherDevice: "COMMON.1006 state_mismatch",
    ],
    .codeOver: [
      .send: "200", .bindRight: "COMMON.1005 code_expired", .bindWrong: "COMMON.1005 code_expired",
      .bindOtherPurpose: "COMMON.1006 state_mismatch",
      .bindOtherDevice: "COMMON.1006 state_mismatch",
    ],
    .done: [
      .send: "COMMON.1005 state_expired", .bindRight: "COMMON.1005 state_expired",
      .bindWrong: "COMMON.1005 state_expired", .bindOtherPurpose: "COMMON.1005 state_expired",
      .bindOtherDevice: "COMMON.1005 state_expired",
    ],
    .loginOver: [
      .send: "COMMON.1005 state_expired", .bindRight: "COMMON.1005 state_expired",
      .bindWrong: "COMMON.1005 state_expired", .bindOtherPurpose: "COMMON.1005 state_expired",
      .bindOtherDevice: "COMMON.1005 state_expired",
    ],
  ]

  // attack: I-08
  @Test("each state allows the steps of the table", arguments: State.allCases, Step.allCases)
  func allows(_ state: State, _ step: Step) async throws {
    let world = try await LoginWorld.start()
    let token = try await world.state()
    var code = "123456"
    if state != .pending {
      _ = try await world.send(.registerMobile, state: token)
      code = try world.digits()
    }
    switch state {
    case .pending, .codeSent: break
    case .codeOver: world.server.clock.advance(by: .seconds(300))
    case .done: _ = try await world.bind(code, state: token)
    case .loginOver: world.server.clock.advance(by: .seconds(600))
    }
    let answer =
      switch step {
      case .send: try await world.send(.registerMobile, state: token)
      case .bindRight: try await world.bind(code, state: token)
      case .bindWrong:
        try await world.bind(LoginWorld.wrong(code), state: token)
      case .bindOtherPurpose: try await world.bind(.bind, code, state: token)
      case .bindOtherDevice: try await world.bind(code, state: token, device: "phone-2")
      }
    let said = answer.word ?? answer.code.map { "\($0.rawValue) \(answer.detail ?? "")" }
    #expect((said ?? String(answer.status)) == Self.table[state]?[step])
  }

  // attack: I-09
  @Test(
    "a code proves a number for one identity: another identity's login is not completed with it")
  func otherIdentity() async throws {
    let world = try await LoginWorld.start(application: { $0.unassociated = .bind })
    try await world.add("zhang", [.phone("+8613800000000")])
    let alice = try await world.state(.alice)
    let bob = try await world.state(.bob)
    _ = try await world.send(.bindMobile, state: alice)
    let code = try world.digits()
    #expect(try await world.bind(.bind, code, state: bob).code == .expired)
    #expect(try await world.bind(.bind, code, state: alice).word == "SUCCESS")
    let links = try await world.server.store.links(of: "zhang")
    #expect(links.map(\.identity.subject) == [world.server.weibo.service.uid(of: .alice)])
  }

  @Test(
    "a malformed state token is refused before a lookup",
    arguments: ["", "cc_st_", "cc_ss_", String(repeating: "a", count: 55), "null"])
  func neverIssued(_ token: String) async throws {
    let world = try await LoginWorld.start()
    let answer = try await world.bind("123456", state: token)
    #expect(answer.code == (token.isEmpty ? .parameterMissing : .parameterFormat))
  }
}
