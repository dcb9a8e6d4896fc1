// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  private static let rounds = 100

  /// Two concurrent callers, a hundred times each.
  package static let races = [
    Check("of two bindings with one state exactly one wins") { store in
      for n in 0..<rounds {
        try await prepare(store, n)
        // Both have a valid code, each for a phone of its own.
        let outcomes = try await both(
          { try await store.bind(attempt(n, phone: 1, link: "a")) },
          { try await store.bind(attempt(n, phone: 2, link: "b")) })
        try require(outcomes.map(\.word).sorted(), is: ["bound", "stateGone"], "round \(n)")
        let owner = try await store.link(sampleIdentity("\(n)"))?.userID
        try require(
          owner, is: outcomes[0].word == "bound" ? "u\(n)-1" : "u\(n)-2", "the owner, round \(n)")
      }
    },
    Check("of two logins of one identity at two clients exactly one wins") { store in
      for n in 0..<rounds {
        try await prepare(store, n)
        try await store.keep(
          samplePending("elsewhere \(n)", identity: sampleIdentity("\(n)"), client: "app2"))
        let outcomes = try await both(
          { try await store.bind(attempt(n, phone: 1, link: "a")) },
          {
            try await store.bind(
              attempt(n, phone: 2, link: "b", pending: "elsewhere \(n)", client: "app2"))
          })
        try require(outcomes.map(\.word).sorted(), is: ["bound", "stateGone"], "round \(n)")
      }
    },
    Check("of two identities that register one phone one makes the user, the other finds them") {
      store in
      for n in 0..<rounds {
        let contact = phone(n, 1)
        for side in 1...2 {
          try await store.keep(
            samplePending(
              "\(n)-\(side)", identity: sampleIdentity("\(n)-\(side)"), purpose: .register))
          try await store.keep(
            sampleMessageCode(for: sampleKey(contact, scope: "\(n)-\(side)")))
        }
        let outcomes = try await both(
          { try await store.bind(registration(n, side: 1, contact)) },
          { try await store.bind(registration(n, side: 2, contact)) })
        try require(outcomes.map(\.word).sorted(), is: ["created", "userLinked"], "round \(n)")
        let winner = outcomes[0].word == "created" ? 1 : 2
        try await require(
          store.user(with: contact)?.id, is: "u\(n)-\(winner)", "the owner, round \(n)")
        try await require(store.user(id: "u\(n)-\(3 - winner)"), is: nil, "the other, round \(n)")
      }
    },
    Check("an identity's link is undone while another login of it binds: one order or the other") {
      store in
      for n in 0..<rounds {
        try await prepare(store, n)
        let there = try await store.adopt(
          sampleLink("l\(n)", of: "old\(n)", identity: sampleIdentity("\(n)")),
          as: try sampleUser("old\(n)", hash: try sampleHash(1)))
        try await store.openSession("f\(n)", of: "old\(n)", link: "l\(n)")
        try await store.keep(samplePending("\(n)", identity: sampleIdentity("\(n)")))
        let (undone, bound) = try await pair(
          { try await store.unlink("l\(n)", of: "old\(n)", at: moment(10)) },
          { try await store.bind(attempt(n, phone: 1, link: "a")) })
        // If the binding came first, the identity is taken. If the removal came first, the login ended with
        // the link.
        guard case .unlinked(let link) = undone, link.id == there.id,
          ["identityTaken", "stateGone"].contains(bound.word)
        else {
          throw IssuerStoreContract.Violation(description: "round \(n): \(undone), \(bound)")
        }
        try await require(store.link(there.identity), is: nil, "the link, round \(n)")
        try await require(store.pending("\(n)", at: 10), is: nil, "the login, round \(n)")
        try await require(store.family("f\(n)")?.revocationReason, is: "unlinked", "session \(n)")
      }
    },
    Check("a user's link is undone while another identity binds to them: refused, or after it") {
      store in
      for n in 0..<rounds {
        try await prepare(store, n)
        try await store.keep(samplePending("first \(n)", identity: sampleIdentity("first \(n)")))
        try await store.keep(sampleMessageCode(for: sampleKey(phone(n, 1), scope: "first \(n)")))
        let first = try await store.bind(
          attempt(n, phone: 1, link: "first", pending: "first \(n)", scope: "first \(n)"))
        try require(first.word, is: "bound", "the first link, round \(n)")
        let (undone, bound) = try await pair(
          { try await store.unlink("first \(n)", of: "u\(n)-1", at: moment(10)) },
          { try await store.bind(attempt(n, phone: 1, link: "a")) })
        guard case .unlinked = undone else {
          throw IssuerStoreContract.Violation(description: "round \(n): \(undone)")
        }
        let links = try await store.links(of: "u\(n)-1").map(\.id)
        switch bound.word {
        case "bound": try require(links, is: ["a \(n)"], "after it, round \(n)")
        case "userLinked": try require(links, is: [], "before it, round \(n)")
        default: throw IssuerStoreContract.Violation(description: "round \(n): \(bound)")
        }
      }
    },
    Check("a session through a link that is being removed is ended or not opened") { store in
      try await linkSample(store)
      for n in 0..<rounds {
        let link = n == 0 ? "link" : "a \(n - 1)"
        let (_, opened) = try await pair(
          { try await store.unlink(link, of: "u1", at: moment(10)) },
          { () async throws -> Bool in
            do {
              try await store.openSession("f\(n)", of: "u1", link: link)
              return true
            } catch let error as StoreError where error.code == .invalidRecord {
              return false
            }
          })
        let family = try await store.family("f\(n)")
        try require(family != nil, is: opened, "the family, round \(n)")
        try require(
          family == nil || family?.revokedAt != nil, is: true, "a session that lives, round \(n)")
        try await store.keep(samplePending("again \(n)"))
        try await store.keep(sampleMessageCode())
        _ = try await store.bind(sampleAttempt(pending: "again \(n)", link: "a \(n)"))
      }
    },
    Check("a user who is removed during a binding or a sign-in leaves nothing behind") { store in
      for n in 0..<rounds {
        try await prepare(store, n)
        let user = "u\(n)-1"
        let (removed, _) = try await pair(
          { try await store.removeUser(user, at: moment(10)) },
          { try? await store.bind(attempt(n, phone: 1, link: "a")).word })
        try require(removed, is: true, "round \(n)")
        try await require(store.links(of: user), is: [], "links, round \(n)")
        try await require(store.link(sampleIdentity("\(n)")), is: nil, "identity, round \(n)")
        try await require(store.contacts(of: user), is: [], "contacts, round \(n)")
      }
    },
    Check("an identity that two calls adopt at the same time has one user") { store in
      for n in 0..<rounds {
        let links = try await both(
          {
            try await store.adopt(
              sampleLink("a\(n)", of: "a\(n)", identity: sampleIdentity("\(n)")),
              as: try sampleUser("a\(n)"))
          },
          {
            try await store.adopt(
              sampleLink("b\(n)", of: "b\(n)", identity: sampleIdentity("\(n)")),
              as: try sampleUser("b\(n)"))
          })
        try require(links[0], is: links[1], "round \(n)")
        let users = [try await store.user(id: "a\(n)"), try await store.user(id: "b\(n)")]
        try require(users.compactMap(\.?.id), is: [links[0].userID], "who there is, round \(n)")
      }
    },
    Check("a contact that two users prove at the same time belongs to one of them") { store in
      for n in 0..<rounds {
        for side in 1...2 { try await store.addUser("u\(n)-\(side)", with: nil) }
        let proofs = try await both(
          { try await store.prove(phone(n, 1), of: "u\(n)-1", at: moment(1)) },
          { try await store.prove(phone(n, 1), of: "u\(n)-2", at: moment(1)) })
        try require(proofs.filter(\.self).count, is: 1, "round \(n)")
        try await require(
          store.user(with: phone(n, 1))?.id, is: proofs[0] ? "u\(n)-1" : "u\(n)-2",
          "the owner, round \(n)")
      }
    },
  ]

  private static func phone(_ n: Int, _ side: Int) -> Contact { .phone("+861\(side)\(1000 + n)") }

  /// Two users with a phone each, a pending login, and a valid code for both phones.
  private static func prepare(_ store: Store, _ n: Int) async throws {
    for side in 1...2 {
      try await store.addUser("u\(n)-\(side)", with: phone(n, side))
      try await store.keep(sampleMessageCode(for: sampleKey(phone(n, side), scope: "\(n)")))
    }
    try await store.keep(samplePending("\(n)", identity: sampleIdentity("\(n)")))
  }

  private static func attempt(
    _ n: Int, phone side: Int, link: String, pending: String? = nil, client: String = "app",
    scope: String? = nil
  ) -> BindingAttempt {
    sampleAttempt(
      pending: pending ?? "\(n)", client: client, contact: phone(n, side),
      key: sampleKey(phone(n, side), scope: scope ?? "\(n)"), link: "\(link) \(n)")
  }

  private static func registration(
    _ n: Int, side: Int, _ contact: Contact
  ) throws -> BindingAttempt {
    sampleAttempt(
      pending: "\(n)-\(side)", contact: contact,
      key: sampleKey(contact, scope: "\(n)-\(side)"), purpose: .register,
      newcomer: try sampleUser("u\(n)-\(side)"), link: "\(n)-\(side)")
  }

  /// Runs two calls of one kind at the same time.
  private static func both<R: Sendable>(
    _ one: @escaping @Sendable () async throws -> R,
    _ other: @escaping @Sendable () async throws -> R
  ) async throws -> [R] {
    let results = try await pair(one, other)
    return [results.0, results.1]
  }

  /// Runs two calls at the same time.
  private static func pair<One: Sendable, Other: Sendable>(
    _ one: @escaping @Sendable () async throws -> One,
    _ other: @escaping @Sendable () async throws -> Other
  ) async throws -> (One, Other) {
    async let first = one()
    async let second = other()
    return try await (first, second)
  }
}
