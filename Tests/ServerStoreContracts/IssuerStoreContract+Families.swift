// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Families, and how they are revoked.
  package static let families = [
    Check("a family is ended once, and keeps its first reason") { store in
      try await store.openSample("r0")
      try await require(
        store.revokeFamily("family", reason: "client_request", at: moment(5)), is: true)
      try await require(store.revokeFamily("family", reason: "other", at: moment(6)), is: false)
      try await require(store.family("family"), is: sampleFamily().ended("client_request", at: 5))
      try await require(store.rotateSample("r0", to: "r1", at: 7), is: .revoked)
      try await require(store.revokeFamily("nothing", reason: "other", at: moment(6)), is: false)
    },
    Check("a user with two families keeps one when the other ends") { store in
      try await store.openSample("r0")
      try await store.open(sampleFamily("phone"), first: sampleToken("p0", family: "phone"))
      _ = try await store.revokeFamily("family", reason: "client_request", at: moment(5))
      try await require(
        store.rotate(
          digest("p0"), by: "app", to: sampleToken("p1", family: "phone"), sealed: [1], grace: 10,
          at: moment(6)), is: .rotated(sampleFamily("phone"), generation: 1))
    },
    Check("the unrevoked families of a login session are found by its ID") { store in
      for name in ["b", "a", "other"] {
        let family = RefreshFamily(
          id: name, clientID: "app", userID: "alice", scopes: [], createdAt: moment(0),
          absoluteExpiry: moment(99), authTime: moment(0), nonce: nil,
          sessionID: name == "other" ? "S" : "s")
        try await store.open(family, first: nil)
      }
      try await require(store.families(ofSession: "s").map(\.id), is: ["a", "b"])
      _ = try await store.revokeFamily("a", reason: "logout", at: moment(1))
      try await require(store.families(ofSession: "s").map(\.id), is: ["b"])
      try await require(store.families(ofSession: "none"), is: [])
      try await require(store.families(ofSession: "s\0"), is: [])
    },
    Check("a refresh token is valid until it is used, expires, or its family ends") { store in
      try await store.openSample("r0", expires: moment(50))
      for (seconds, lives) in [(0.0, true), (49.999, true), (50, false)] {
        try await require(
          store.liveRefresh(digest("r0"), at: moment(seconds))?.family,
          is: lives ? sampleFamily() : nil, "after \(seconds) s")
      }
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      try await require(store.liveRefresh(digest("r0"), at: moment(21)) == nil, is: true)
      try await require(store.liveRefresh(digest("r1"), at: moment(21))?.record.generation, is: 1)
      _ = try await store.revokeFamily("family", reason: "r", at: moment(22))
      try await require(store.liveRefresh(digest("r1"), at: moment(23)) == nil, is: true)
    },
    Check("an identifier belongs to one family") { store in
      try await store.openSample("r0")
      try await requireInvalid("a second family of one name") {
        try await store.open(sampleFamily(client: "evil"), first: nil)
      }
      try await requireInvalid("a second family with a token of the first") {
        try await store.open(sampleFamily("other"), first: sampleToken("r0", family: "other"))
      }
      try await require(store.family("other"), is: nil)
      try await require(store.family("family"), is: sampleFamily())
    },
    Check("ending a user ends their families, unused codes and login sessions, and no others") {
      store in
      try await openTwoOfEach(store)
      try await require(store.revokeUser("alice", reason: "disabled", at: moment(5)), is: 2)
      try await require(store.revokeUser("alice", reason: "disabled", at: moment(5)), is: 0)
      try await require(
        store.family("alice app"), is: sampleFamily("alice app").ended("disabled", at: 5))
      try await require(store.family("bob app")?.revokedAt, is: nil)
      try await require(store.code(digest("alice app")), is: nil)
      try await require(store.code(digest("bob app")) != nil, is: true)
      try await require(store.login(digest("alice"), at: moment(6)), is: nil)
      try await require(store.login(digest("bob"), at: moment(6))?.userID, is: "bob")
    },
    Check("ending a client ends its families and unused codes, and no others") { store in
      try await openTwoOfEach(store)
      try await require(store.revokeClient("app", reason: "disabled", at: moment(5)), is: 2)
      try await require(store.family("bob app")?.revokedAt, is: moment(5))
      try await require(store.family("bob web")?.revokedAt, is: nil)
      try await require(store.code(digest("bob app")), is: nil)
      try await require(store.code(digest("bob web")) != nil, is: true)
      try await require(store.login(digest("alice"), at: moment(6))?.userID, is: "alice")
    },
    Check("a used code is kept after the end of its user, to detect a replay") { store in
      try await store.issueCode(sampleCode())
      _ = try await store.redeem("code", opening: sampleFamily(), at: 1)
      _ = try await store.revokeUser("alice", reason: "disabled", at: moment(2))
      try await require(
        store.redeem("code", opening: sampleFamily("second"), at: 3),
        is: .alreadyUsed(familyID: "family"))
    },
  ]

  /// Opens families and issues codes of two users at two clients, with a login session of each user.
  private static func openTwoOfEach(_ store: Store) async throws {
    for user in ["alice", "bob"] {
      for client in ["app", "web"] {
        let name = "\(user) \(client)"
        try await store.open(sampleFamily(name, client: client, user: user), first: nil)
        try await store.issueCode(sampleCode(name, client: client, user: user))
      }
      try await store.saveLogin(sampleLogin(user, user: user))
    }
  }
}
