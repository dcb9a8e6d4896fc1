// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import Foundation

extension AdministrationStoreContract {
  /// How everything of a user ends.
  package static let ending = [
    Check("everything of a user ends except what is kept, and nothing of another user") { store in
      let rows: [(user: String, kept: KeptSession, alive: Set<String>)] = [
        ("none", .none, []), ("login", .login(sid: "login s"), ["login", "same"]),
        ("family", .family(id: "family b"), ["b"]),
        ("others", .login(sid: "login s"), []), ("unknown", .family(id: "x"), []),
      ]
      try await store.giveEverything(to: "bystander")
      for (user, kept, alive) in rows {
        try await store.giveEverything(to: user)
        try await require(
          store.endSessions(of: user, keeping: kept, reason: "r", at: moment(5)),
          is: everything(of: user, ended: "r", but: kept), user)
        try await requireAlive(store, of: user, alive, user)
        try await require(
          store.endSessions(of: user, keeping: kept, reason: "again", at: moment(6)),
          is: EndedUser(logins: [], families: []), "\(user) again")
      }
      try await requireAlive(store, of: "bystander", all)
      try await require(
        store.endSessions(of: "\0", keeping: .none, reason: "r", at: moment(5)),
        is: EndedUser(logins: [], families: []))
      try await requireInvalid("a reason with a NUL") {
        _ = try await store.endSessions(of: "none", keeping: .none, reason: "\0", at: moment(5))
      }
    },
    Check("a changed password ends everything of the user except what is kept") { store in
      let rows: [(user: String, kept: (String) -> KeptSession, alive: Set<String>)] = [
        ("anna", { _ in .none }, []), ("bert", { .login(sid: "\($0) s") }, ["login", "same"]),
        ("carl", { .family(id: "\($0) b") }, ["b"]),
      ]
      for row in rows {
        let user = try await store.addUser(named: row.user, hash: sampleHash(1))
        try await store.giveEverything(to: user.id)
        try await require(
          store.changePassword(
            of: user.id, to: sampleHash(2), verified: sampleHash(1), history: 1,
            keeping: row.kept(user.id), at: moment(5)),
          is: everything(of: user.id, ended: "password_changed", but: row.kept(user.id)), row.user)
        try await requireAlive(store, of: user.id, row.alive, row.user)
      }
    },
    Check("approved devices end when their user is removed or revoked") { store in
      for name in ["removed", "revoked"] {
        let user = try await store.addUser(named: name)
        try await store.giveEverything(to: user.id)
        if name == "removed" {
          try await require(store.removeUser(user.id, at: moment(5)), is: true)
        } else {
          try await require(store.revokeUser(user.id, reason: "r", at: moment(5)), is: 3)
        }
        try await requireAlive(store, of: user.id, [], name)
      }
    },
    Check("a login session ends under all its digests, with its codes and families") {
      store in
      try await store.giveEverything(to: "u")
      try await store.saveLogin(sampleLogin("outsider", sid: "u s", user: "other"))
      let ended = try await store.endSession("u s", of: "u", reason: "r", at: moment(5))
      try require(ended?.login.sid, is: "u s")
      try require(
        ended?.families,
        is: [
          ownFamily("b", "u", client: "web", at: 1).ended("r", at: 5),
          ownFamily("a", "u", at: 2).ended("r", at: 5),
        ])
      try await require(store.login(digest("outsider"), at: moment(5)) != nil, is: true)
      try await requireAlive(store, of: "u", ["other", "code", "device", "message", "c"])
      for (sid, user) in [("u s", "u"), ("u u", "u"), ("u t", "other"), ("\0", "u"), ("u t", "\0")]
      {
        try await require(
          store.endSession(sid, of: user, reason: "r", at: moment(5)), is: nil, "\(sid) of \(user)")
      }
      try await requireInvalid("a reason with a NUL") {
        _ = try await store.endSession("u t", of: "u", reason: "\0", at: moment(5))
      }
    },
  ]
}
