// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import TestKit

@Suite("Concurrent bindings", .timeLimit(.minutes(10)))
struct BindingRaceTests {
  @Test("of two bindings of one login one succeeds", arguments: StoreChoice.allCases)
  func twoBindings(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    for user in [StandInUser.alice, .bob] {
      let place = user.id == "u-alice" ? "+86-13800000000" : "+86-13900000000"
      let state = try await world.state(user)
      _ = try await world.send(.registerMobile, to: place, state: state)
      let code = try world.digits(.phone(place.filter { $0 != "-" }))
      async let one = world.bind(.register, place, code, state: state)
      async let other = world.bind(.register, place, code, state: state)
      let answers = try await [one, other]
      #expect(answers.filter { $0.word == "SUCCESS" }.count == 1)
      #expect(answers.filter { $0.code == .expired }.count == 1)
    }
  }

  // attack: I-28
  @Test(
    "of 100 concurrent wrong codes five are checked, and the right one after them is refused",
    arguments: StoreChoice.allCases)
  func guesses(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    let (state, right) = try await world.codeSent()
    let guesses = (0..<100).map { String(format: "%06d", $0) }.filter { $0 != right }
    let answers = try await concurrently(guesses.count) {
      try await world.bind(guesses[$0], state: state)
    }
    #expect(answers.filter { $0.code == .codeWrong }.count == 5)
    #expect(answers.allSatisfy { $0.code == .codeWrong || $0.code == .expired })
    #expect(try await world.bind(right, state: state).code == .expired)
  }

  @Test(
    "of 100 concurrent submits of the right code one succeeds, and one account is created",
    arguments: StoreChoice.allCases)
  func submits(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    let (state, code) = try await world.codeSent()
    let answers = try await concurrently(100) { _ in try await world.bind(code, state: state) }
    #expect(answers.filter { $0.word == "SUCCESS" }.count == 1)
    #expect(answers.filter { $0.code == .expired }.count == 99)
  }

  @Test(
    "of 20 concurrent logins of an unknown user one creates the account",
    arguments: StoreChoice.allCases)
  func created(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store, application: { $0.unassociated = .create })
    let answers = try await concurrently(20) { number in
      try await world.login(.alice, device: "phone-\(number)")
    }
    #expect(answers.allSatisfy { $0.word == "SUCCESS" })
    #expect(answers.filter { $0.json["created"]?.boolValue == true }.count == 1)
  }
}
