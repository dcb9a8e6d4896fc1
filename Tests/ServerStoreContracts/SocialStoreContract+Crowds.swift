// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Many concurrent callers.
  package static let crowds = [
    Check("of 100 tasks that take one handle one gets it, in each of 100 rounds") { store in
      for n in 0..<100 {
        try await store.keep(sampleRecord("h\(n)"))
        let taken = try await together(100) { _ in
          try await store.take(.captcha, digest("h\(n)"), at: moment(1))
        }
        try require(taken.compactMap(\.self), is: [sampleRecord("h\(n)")], "round \(n)")
      }
    },
    Check("of 100 tasks that submit one right code one is right, in each of 100 rounds") { store in
      for n in 0..<100 {
        try await store.keep(sampleMessageCode())
        let trials = try await together(100) { _ in
          try await store.attempt(typed("012345"))
        }
        try require(trials.filter { $0 == .right }.count, is: 1, "who was right, round \(n)")
        try require(trials.filter { $0 == .gone }.count, is: 99, "the others, round \(n)")
      }
    },
    Check("of 100 tasks that bind with one state and one code one wins, in each of 100 rounds") {
      store in
      try await store.addUser("u1")
      for n in 0..<100 {
        let identity = sampleIdentity("1", provider: "network \(n)")
        try await store.keep(samplePending("s\(n)", identity: identity))
        try await store.keep(sampleMessageCode())
        let words = try await together(100) { task in
          try await store.bind(sampleAttempt(pending: "s\(n)", link: "\(n) \(task)")).word
        }
        try require(words.filter { $0 == "bound" }.count, is: 1, "winners, round \(n)")
        try require(words.filter { $0 == "stateGone" }.count, is: 99, "losers, round \(n)")
      }
      try await require(store.links(of: "u1").count, is: 100)
    },
    Check("of 1,000 concurrent guesses of a code five are checked, and none after") { store in
      for n in 0..<10 {
        try await store.keep(sampleMessageCode())
        let trials = try await together(1_000) { guess in
          try await store.attempt(typed("guess \(guess)"))
        }
        let left = trials.compactMap { trial -> Int? in
          if case .wrong(let left) = trial { left } else { nil }
        }
        try require(left.sorted(), is: [0, 1, 2, 3, 4], "the guesses looked at, round \(n)")
        try require(trials.filter { $0 == .gone }.count, is: 995, "the others, round \(n)")
        try await require(store.attempt(typed("012345")), is: .gone, "the code, round \(n)")
      }
    },
    Check("of 1,000 concurrent guesses at one login five are checked, and then it ends") { store in
      for n in 0..<10 {
        try await store.keep(samplePending("s\(n)", identity: sampleIdentity("\(n)")))
        try await store.keep(sampleMessageCode(tries: 1_000))
        let words = try await together(1_000) { guess in
          try await store.bind(sampleAttempt("guess \(guess)", pending: "s\(n)")).word
        }
        try require(
          words.filter { $0.hasPrefix("codeWrong") }.sorted(),
          is: (0...4).map { "codeWrong \($0)" },
          "the guesses looked at, round \(n)")
        try require(words.filter { $0 == "stateGone" }.count, is: 995, "the others, round \(n)")
      }
    },
  ]

  /// Runs the work in that many concurrent tasks.
  static func together<R: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) async throws -> R
  ) async throws -> [R] {
    try await withThrowingTaskGroup(of: R.self) { group in
      for n in 0..<count { group.addTask { try await work(n) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
