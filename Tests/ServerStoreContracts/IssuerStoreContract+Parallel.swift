// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension IssuerStoreContract {
  private static let crowd = 100

  /// Many concurrent callers.
  package static let parallel = [
    Check("of 100 tasks which redeem one code one wins, and the others learn its family") { store in
      try await store.issueCode(sampleCode())
      let outcomes = try await together { n in
        try await store.redeem(
          "code", opening: sampleFamily("f\(n)"), first: sampleToken("r\(n)", family: "f\(n)"),
          at: 1)
      }
      let winners = outcomes.indices.filter { outcomes[$0] == .redeemed(sampleCode()) }
      try require(winners.count, is: 1)
      let losers = outcomes.filter { $0 == .alreadyUsed(familyID: "f\(winners[0])") }
      try require(losers.count, is: crowd - 1)
      for n in 0..<crowd {
        let won = n == winners[0]
        try await require(store.family("f\(n)") != nil, is: won, "family \(n)")
        try await require(store.refresh(digest("r\(n)")) != nil, is: won, "token \(n)")
      }
    },
    Check("of 100 tasks which rotate one token one wins, and the others get its successor") {
      store in
      try await store.openSample("r0")
      let outcomes = try await together { n in
        try await store.rotate(
          digest("r0"), by: "app", to: sampleToken("x\(n)"), sealed: sealed("x\(n)"), grace: 10,
          at: moment(20))
      }
      let winners = outcomes.indices.filter {
        outcomes[$0] == .rotated(sampleFamily(), generation: 1)
      }
      try require(winners.count, is: 1)
      let repeated = Rotation.repeated(sampleFamily(), sealedSuccessor: sealed("x\(winners[0])"))
      try require(outcomes.filter { $0 == repeated }.count, is: crowd - 1)
      for n in 0..<crowd {
        try await require(
          store.refresh(digest("x\(n)")) != nil, is: n == winners[0], "successor \(n)")
      }
    },
    Check("of 100 tasks which take one pushed request one gets it") { store in
      try await store.push(samplePushed())
      let outcomes = try await together { _ in
        try await store.takePushed(digest("par"), of: "app", at: moment(1))
      }
      try require(outcomes.filter { $0 != nil }.count, is: 1)
    },
    Check("of 100 tasks which redeem one device code one wins") { store in
      try await signIn("alice", store)
      try await store.issueDevice(sampleDevice())
      _ = try await store.decideDevice(digest("device"), sampleApproval(), at: moment(1))
      let outcomes = try await together { n in
        try await store.redeemDevice(
          digest("device"), opening: sampleFamily("f\(n)"),
          first: sampleToken("r\(n)", family: "f\(n)"), at: moment(2))
      }
      try require(outcomes.filter(\.self).count, is: 1)
      for (n, won) in outcomes.enumerated() {
        try await require(store.family("f\(n)") != nil, is: won, "family \(n)")
      }
    },
    Check("each of 100 concurrent polls makes a device wait longer") { store in
      try await store.issueDevice(sampleDevice())
      let outcomes = try await together { _ in
        try await store.pollDevice(at: 1)
      }
      try require(outcomes.filter { $0 == .pending(interval: 5) }.count, is: 1)
      for n in 1..<crowd {
        try require(
          outcomes.filter { $0 == .slowDown(interval: 5 + 5 * n) }.count, is: 1, "too soon, \(n)")
      }
    },
    Check("of 100 tasks which take one key one gets it") { store in
      let outcomes = try await together { _ in
        try await store.insertOnce(
          namespace: "jti", key: "k", expiresAt: moment(10), at: moment(0))
      }
      try require(outcomes.filter(\.self).count, is: 1)
    },
    Check("100 tasks count 100 attempts each, and none is lost or counted twice") { store in
      let outcomes = try await together { _ in
        var counts: [Int] = []
        for _ in 0..<crowd {
          let attempt = try await store.attempt("k", limit: .max, window: 60, at: 0)
          guard case .allowed(let n) = attempt else {
            throw Violation(description: "an attempt was not allowed")
          }
          counts.append(n)
        }
        return counts
      }
      try require(outcomes.flatMap(\.self).sorted() == Array(1...crowd * crowd), is: true)
      try await require(
        store.attempt("k", limit: .max, window: 60, at: 0), is: .allowed(crowd * crowd + 1))
    },
    Check("100 tasks compare and swap the key set, and every version is won once") { store in
      let wins = try await together { _ in
        var wins: [Int] = []
        for _ in 0..<10 {
          let seen = try await store.keySet()?.version
          let next = KeySetRecord(version: (seen ?? 0) + 1, sealed: [1])
          if try await store.replaceKeySet(expecting: seen, with: next) {
            wins.append(next.version)
          }
        }
        return wins
      }
      let won = wins.flatMap(\.self).sorted()
      try require(won == Array(1...max(won.count, 1)), is: true)
      try await require(store.keySet()?.version, is: won.count)
    },
    Check("a family that is ended during a rotation yields no valid token afterwards") { store in
      for round in 0..<20 {
        let family = "f\(round)"
        try await store.open(
          sampleFamily(family), first: sampleToken("\(family) 0", family: family))
        async let ended = store.revokeFamily(family, reason: "r", at: moment(20))
        async let rotated = store.rotate(
          digest("\(family) 0"), by: "app", to: sampleToken("\(family) 1", family: family),
          sealed: [1], grace: 10, at: moment(20))
        let outcomes = try await (ended: ended, rotated: rotated)
        try require(outcomes.ended, is: true)
        let allowed: [Rotation] = [.revoked, .rotated(sampleFamily(family), generation: 1)]
        try require(allowed.contains(outcomes.rotated), is: true)
        for token in ["\(family) 0", "\(family) 1"] {
          let later = try await store.rotate(
            digest(token), by: "app", to: sampleToken("\(family) 2", family: family), sealed: [1],
            grace: 10, at: moment(21))
          try require([.revoked, .unknown].contains(later), is: true)
        }
      }
    },
    Check("of 100 tasks which sign one browser out one gets the list of what ended") { store in
      let login = sampleLogin("cookie", sid: "session family")
      try await store.saveLogin(login)
      try await store.open(sampleFamily(), first: nil)
      let outcomes = try await together { _ in
        try await store.signOut(digest("cookie"), reason: "logout", at: moment(5))
      }
      try require(
        outcomes.compactMap(\.self),
        is: [EndedSession(login: login, families: [sampleFamily().ended("logout", at: 5)])])
    },
    Check("of 100 users that are added with one name one gets it") { store in
      let outcomes = try await together { n in
        try await store.save(User(id: "u\(n)", name: try UserName("alice")))
      }
      try require(outcomes.filter { $0 == .added }.count, is: 1)
      try require(outcomes.filter { $0 == .nameTaken }.count, is: crowd - 1)
    },
  ]

  /// Runs the work in 100 concurrent tasks.
  private static func together<R: Sendable>(
    _ work: @escaping @Sendable (Int) async throws -> R
  ) async throws -> [R] {
    try await withThrowingTaskGroup(of: (Int, R).self) { group in
      for n in 0..<crowd { group.addTask { (n, try await work(n)) } }
      var results: [Int: R] = [:]
      for try await (n, result) in group { results[n] = result }
      return (0..<crowd).compactMap { results[$0] }
    }
  }
}
