// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

extension AdministrationStoreContract {
  /// Lists of users.
  package static let users = [
    Check("users are listed page by page in the order of their names, whatever is added meanwhile")
    {
      store in
      for name in ["bob", "alice", "é", "zoe", "carol"] { try await store.addUser(named: name) }
      try await require(names(store), is: ["alice", "bob", "carol", "zoe", "é"])
      try await require(names(store, limit: 2), is: ["alice", "bob"])
      try await store.addUser(named: "aaron")
      try await require(names(store, after: "bob", limit: 2), is: ["carol", "zoe"])
      try await require(names(store, after: "zoe", limit: 2), is: ["é"])
      try await require(names(store, after: "é", limit: 2), is: [])
      for limit in [0, -1] { try await require(names(store, limit: limit), is: []) }
      try await require(store.countUsers(UserFilter()), is: 6)
    },
    Check("a search finds users by identifier, and by parts of name, contacts and claims") {
      store in
      try await store.addUser(
        named: "alice", claims: ["email": "Al@Example.org", "name": "Alice Ж", "zoneinfo": "Asia"])
      try await store.addUser(named: "bob", claims: ["email": 5, "name": "50%_Bob"])
      try await store.addUser(named: "carol", claims: ["phone_number": "+86 139"])
      _ = try await store.prove(samplePhone, of: "id of bob", at: moment(1))
      let rows: [(text: String, found: [String])] = [
        ("alice", ["alice"]), ("LIC", ["alice"]), ("@example.ORG", ["alice"]), ("Ж", ["alice"]),
        ("ж", []), ("asia", []), ("id of bob", ["bob"]), ("id of", []), ("138", ["bob"]),
        ("5", ["bob"]), ("%", ["bob"]), ("0%_B", ["bob"]), ("+86", ["bob", "carol"]),
        ("", ["alice", "bob", "carol"]), ("absent", []), ("a\0", []),
      ]
      for (text, found) in rows {
        try await require(names(store, UserFilter(text: text)), is: found, "search for \(text)")
        try await require(
          store.countUsers(UserFilter(text: text)), is: found.count, "count of \(text)")
      }
    },
    Check("users are listed by their standing") { store in
      try await store.addUser(named: "alice", standing: .disabled)
      try await store.addUser(named: "bob")
      try await require(names(store, UserFilter(standing: .disabled)), is: ["alice"])
      try await require(names(store, UserFilter(text: "b", standing: .active)), is: ["bob"])
      try await require(store.countUsers(UserFilter(text: "b", standing: .disabled)), is: 0)
    },
  ]

  /// Changes of users.
  package static let replacing = [
    Check("a user is replaced unless another caller was faster") { store in
      let alice = try await store.addUser(named: "alice")
      try await store.addUser(named: "bob")
      var renamed = alice
      renamed.name = try UserName("Al")
      renamed.claims = ["name": "Al"]
      try await require(store.replace(alice, with: renamed, at: moment(1)), is: .replaced(nil))
      try await require(store.user(named: try UserName("al")), is: renamed)
      try await require(store.user(named: try UserName("alice")), is: nil)
      try await require(store.replace(alice, with: alice, at: moment(1)), is: .changedMeanwhile)
      var other = renamed
      other.name = try UserName("bob")
      try await require(store.replace(renamed, with: other, at: moment(1)), is: .nameTaken)
      try await require(store.user(id: alice.id), is: renamed)
      let outsider = User(id: "none", name: try UserName("none"))
      try await require(
        store.replace(outsider, with: outsider, at: moment(1)), is: .changedMeanwhile)
      try await requireInvalid("another identifier") {
        _ = try await store.replace(renamed, with: outsider, at: moment(1))
      }
      try await requireInvalid("a claim that is too long") {
        var long = renamed
        long.claims = ["name": .string(String(repeating: "x", count: 70_000))]
        _ = try await store.replace(renamed, with: long, at: moment(1))
      }
    },
    Check("changing or removing the password, or disabling, ends everything; other changes nothing")
    {
      store in
      let rows: [(name: String, reason: String?, change: @Sendable (inout User) throws -> Void)] = [
        ("claims", nil, { $0.claims = ["name": "x"] }),
        ("name", nil, { $0.name = try UserName("other") }),
        ("same", nil, { _ in }),
        ("password", "password_changed", { $0.passwordHash = try sampleHash(2) }),
        ("none", "password_changed", { $0.passwordHash = nil }),
        ("disabled", "user_disabled", { $0.standing = .disabled }),
        (
          "both", "user_disabled",
          {
            $0.standing = .disabled
            $0.passwordHash = try sampleHash(2)
          }
        ),
      ]
      for row in rows {
        let before = try await store.addUser(named: row.name, hash: sampleHash(1))
        try await store.giveEverything(to: before.id)
        var after = before
        try row.change(&after)
        let ended: EndedUser? = row.reason.map { everything(of: before.id, ended: $0) }
        try await require(
          store.replace(before, with: after, at: moment(5)), is: .replaced(ended), row.name)
        try await requireAlive(store, of: before.id, row.reason == nil ? all : [], row.name)
      }
    },
    Check("a first password, and other changes of a disabled user, end nothing") { store in
      let rows: [(name: String, hash: PasswordHash?, standing: User.Standing)] = [
        ("first", nil, .active), ("disabled", try sampleHash(2), .disabled),
      ]
      for row in rows {
        let before = try await store.addUser(
          named: row.name, hash: row.hash, standing: row.standing)
        try await store.giveEverything(to: before.id)
        var after = before
        after.passwordHash = try sampleHash(2)
        after.claims = ["name": "x"]
        try await require(
          store.replace(before, with: after, at: moment(5)), is: .replaced(nil), row.name)
        try await requireAlive(store, of: before.id, all, row.name)
      }
    },
    Check("of many callers that replace one user at once, one succeeds") { store in
      let before = try await store.addUser(named: "alice")
      let won = try await withThrowingTaskGroup(of: UserReplacement.self) { group in
        for n in 0..<16 {
          group.addTask {
            var after = before
            after.claims = ["n": .string("\(n)")]
            return try await store.replace(before, with: after, at: moment(1))
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 == .replaced(nil) ? 1 : 0 }
      }
      try require(won, is: 1)
    },
  ]

  private static func names(
    _ store: Store, _ filter: UserFilter = UserFilter(), after name: String? = nil,
    limit: Int = 100
  ) async throws -> [String] {
    try await store.users(filter, after: name.map { try UserName($0) }, limit: limit)
      .map(\.name.text)
  }
}
