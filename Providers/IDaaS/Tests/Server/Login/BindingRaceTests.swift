// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import TestKit

@Suite("many at once", .timeLimit(.minutes(10)))
struct BindingRaceTests {
  @Test("of two bindings of one login one wins", arguments: StoreChoice.allCases)
  func twoBindings(_ store: StoreChoice) async throws {
    try await LoginWorld.run(store: store) { world in
      for person in [StandInUser.alice, .bob] {
        let place = person.id == "u-alice" ? "+86-13800000000" : "+86-13900000000"
        let state = try await world.state(person)
        _ = try await world.send(.registerMobile, to: place, state: state)
        let code = try world.digits(.phone(place.filter { $0 != "-" }))
        async let one = world.bind(.register, place, code, state: state)
        async let other = world.bind(.register, place, code, state: state)
        let answers = try await [one, other]
        #expect(answers.filter { $0.word == "SUCCESS" }.count == 1)
        #expect(answers.filter { $0.code == .expired }.count == 1)
      }
    }
  }

  // attack: I-28
  @Test(
    "of 100 wrong codes at once five are looked at, and the right one after them is not",
    arguments: StoreChoice.allCases)
  func guesses(_ store: StoreChoice) async throws {
    try await LoginWorld.run(store: store) { world in
      let state = try await world.state()
      _ = try await world.send(.registerMobile, state: state)
      let right = try world.digits()
      let guesses = (0..<100).map { String(format: "%06d", $0) }.filter { $0 != right }
      let answers = try await withThrowingTaskGroup(of: LoginWorld.Answer.self) { group in
        for guess in guesses {
          group.addTask { try await world.bind(guess, state: state) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0.code == .codeWrong }.count == 5)
      #expect(answers.allSatisfy { $0.code == .codeWrong || $0.code == .expired })
      #expect(try await world.bind(right, state: state).code == .expired)
    }
  }

  @Test(
    "of 100 submits of the right code one wins, and one account is made",
    arguments: StoreChoice.allCases)
  func submits(_ store: StoreChoice) async throws {
    try await LoginWorld.run(store: store) { world in
      let state = try await world.state()
      _ = try await world.send(.registerMobile, state: state)
      let code = try world.digits()
      let answers = try await withThrowingTaskGroup(of: LoginWorld.Answer.self) { group in
        for _ in 0..<100 { group.addTask { try await world.bind(code, state: state) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0.word == "SUCCESS" }.count == 1)
      #expect(answers.filter { $0.code == .expired }.count == 99)
    }
  }

  @Test(
    "of 20 logins at once of somebody whose account is made without asking one makes it",
    arguments: StoreChoice.allCases)
  func created(_ store: StoreChoice) async throws {
    try await LoginWorld.run(store: store, application: { $0.unassociated = .create }) { world in
      let answers = try await withThrowingTaskGroup(of: LoginWorld.Answer.self) { group in
        for number in 0..<20 {
          group.addTask { try await world.login(.alice, device: "phone-\(number)") }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.word == "SUCCESS" })
      #expect(answers.filter { $0.json["created"]?.boolValue == true }.count == 1)
    }
  }
}
