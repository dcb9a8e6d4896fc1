// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

extension TokenStoreContract {
  /// Checks of lists, filters and pages.
  public static let finding = [
    Check("sessions are listed by name") { site in
      let store = try await site.open()
      for name in ["b", "C", "a", "é", "aa", "1"] {
        try await store.save(try SampleSession.make("s-" + name, name: name))
      }
      let names = try await store.sessions().map(\.name)
      try require(names, is: ["b", "C", "a", "é", "aa", "1"].sorted(), "the names")
    },
    Check("a filter returns what matches all its members") { site in
      let store = try await site.open()
      try await fill(store)
      let other = "https://other.example"
      let table: [(AccountFilter, [String])] = [
        (.all, ["n1", "n2", "n3", "n4"]),
        (AccountFilter(issuer: other), ["n3"]),
        (AccountFilter(clientID: "web"), ["n2"]),
        (AccountFilter(subject: "alice"), ["n1", "n2", "n3"]),
        (AccountFilter(name: "n4"), ["n4"]),
        (AccountFilter(provider: "google"), ["n4"]),
        (AccountFilter(label: "home"), ["n2", "n4"]),
        (AccountFilter(subject: "alice", label: "home"), ["n2"]),
        (AccountFilter(issuer: other, clientID: "web"), []),
        (AccountFilter(name: "N4"), []), (AccountFilter(name: ""), []),
        (AccountFilter(provider: "none"), []), (AccountFilter(label: "hom"), []),
      ]
      for (n, (filter, names)) in table.enumerated() {
        try await require(store.sessions(filter).map(\.name), is: names, "filter \(n)")
        let page = try await store.sessions(filter, page: StorePage(limit: 10))
        try require(page.map(\.name).sorted(), is: names, "filter \(n) on a page")
      }
    },
    Check("two accounts of one name are both found by it") { site in
      let store = try await site.open()
      try await store.save(try SampleSession.make("alice", name: "main"))
      try await store.save(try SampleSession.make("bob", name: "main"))
      let found = try await store.sessions(AccountFilter(name: "main"))
      try require(found.map(\.account.subject).sorted(), is: ["alice", "bob"], "found")
      try await store.remove(found[0].account)
      try await require(
        store.sessions(AccountFilter(name: "main")).map(\.account.subject),
        is: [found[1].account.subject], "the one that is left")
    },
    Check("pages over 25 sessions show each exactly once, also through a filter") { site in
      let store = try await site.open()
      for n in 0..<25 {
        var session = try SampleSession.make("s\(n)")
        session.labels = n % 3 == 0 ? ["third"] : []
        session.provider = n % 2 == 0 ? "even" : "odd"
        try await store.save(session)
      }
      for limit in [1, 4, 25, 26] {
        let all = try await pages(store, .all, limit)
        try require(all.sorted(), is: (0..<25).map { "s\($0)" }.sorted(), "pages of \(limit)")
        try await require(
          pages(store, AccountFilter(label: "third"), limit).sorted(),
          is: (0..<25).filter { $0 % 3 == 0 }.map { "s\($0)" }.sorted(), "thirds by \(limit)")
        try await require(
          pages(store, AccountFilter(provider: "odd"), limit).sorted(),
          is: (0..<25).filter { $0 % 2 == 1 }.map { "s\($0)" }.sorted(), "odds by \(limit)")
      }
    },
  ]

  /// Checks of the default account, which is used when none is named.
  public static let defaults = [
    Check(
      "the default account is set, changed and cleared, and may be an account without a session"
    ) { site in
      let store = try await site.open()
      let (alice, bob) = (try SampleSession.make("alice"), try SampleSession.make("bob"))
      try await store.save(alice)
      try await store.setDefaultAccount(alice.account)
      try await require(store.defaultAccount(), is: alice.account, "the first choice")
      try await store.setDefaultAccount(bob.account)
      try await require(store.defaultAccount(), is: bob.account, "an account without a session")
      try await require(store.sessions().count, is: 1, "sessions")
      try await store.setDefaultAccount(alice.account)
      try await store.remove(alice.account)
      try await require(store.defaultAccount(), is: alice.account, "an account that was removed")
      try await store.setDefaultAccount(nil)
      try await store.setDefaultAccount(nil)
      try await require(store.defaultAccount(), is: nil, "no choice")
    }
  ]

  private static func fill(_ store: any TokenStore) async throws {
    var first = try SampleSession.make("alice", name: "n1")
    first.labels = ["work"]
    var second = try SampleSession.make("alice", clientID: "web", name: "n2")
    second.labels = ["home", "work"]
    var third = try SampleSession.make("alice", issuer: "https://other.example", name: "n3")
    third.provider = nil
    var fourth = try SampleSession.make("bob", name: "n4")
    fourth.labels = ["home"]
    fourth.provider = "google"
    for session in [first, second, third, fourth] { try await store.save(session) }
  }

  /// The names on all pages, one after the other.
  private static func pages(
    _ store: any TokenStore, _ filter: AccountFilter, _ limit: Int
  ) async throws -> [String] {
    var names: [String] = []
    var page = StorePage(limit: limit)
    while names.count <= 100 {
      let sessions = try await store.sessions(filter, page: page)
      try require(sessions.count <= limit, is: true, "no more than \(limit) on a page")
      names += sessions.map(\.name)
      guard let last = sessions.last else { break }
      page.after = last.account
    }
    return names
  }
}
