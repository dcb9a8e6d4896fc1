// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Families, and what ends them.
  package static let families = [
    Check("a family is ended once, and keeps its first reason") { store in
      try await store.openSample("r0")
      try require(
        try await store.revokeFamily("family", reason: "client_request", at: moment(5)), is: true,
        "first call")
      try require(
        try await store.revokeFamily("family", reason: "other", at: moment(6)), is: false,
        "second call")
      try require(
        try await store.family("family"), is: sampleFamily().ended("client_request", at: 5),
        "family")
      try require(try await store.rotateSample("r0", to: "r1", at: 7), is: .revoked, "rotation")
      try require(
        try await store.revokeFamily("nothing", reason: "other", at: moment(6)), is: false,
        "an unknown family")
    },
    Check("a user with two sign-ins keeps one when the other ends") { store in
      try await store.openSample("r0")
      try await store.open(sampleFamily("phone"), first: sampleToken("p0", family: "phone"))
      _ = try await store.revokeFamily("family", reason: "client_request", at: moment(5))
      try require(
        try await store.rotate(
          digest("p0"), by: "app", to: sampleToken("p1", family: "phone"), sealed: [1], grace: 10,
          at: moment(6)),
        is: .rotated(sampleFamily("phone"), generation: 1), "the other sign-in")
    },
    Check("the living families of a browser session are found by its name") { store in
      for name in ["b", "a", "other"] {
        let family = RefreshFamily(
          id: name, clientID: "app", userID: "alice", scopes: [], createdAt: moment(0),
          absoluteExpiry: moment(99), authTime: moment(0), nonce: nil,
          sessionID: name == "other" ? "S" : "s")
        try await store.open(family, first: nil)
      }
      try require(try await store.families(ofSession: "s").map(\.id), is: ["a", "b"], "both")
      _ = try await store.revokeFamily("a", reason: "logout", at: moment(1))
      try require(try await store.families(ofSession: "s").map(\.id), is: ["b"], "the other")
      try require(try await store.families(ofSession: "none"), is: [], "no session")
      try require(try await store.families(ofSession: "s\0"), is: [], "a NUL")
    },
    Check("a refresh token lives until it is spent, over, or its family has ended") { store in
      try await store.openSample("r0", expires: moment(50))
      for (seconds, lives) in [(0.0, true), (49.999, true), (50, false)] {
        try require(
          try await store.liveRefresh(digest("r0"), at: moment(seconds))?.family,
          is: lives ? sampleFamily() : nil, "after \(seconds) s")
      }
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      try require(
        try await store.liveRefresh(digest("r0"), at: moment(21)) == nil, is: true, "spent")
      try require(
        try await store.liveRefresh(digest("r1"), at: moment(21))?.record.generation, is: 1,
        "its successor")
      _ = try await store.revokeFamily("family", reason: "r", at: moment(22))
      try require(
        try await store.liveRefresh(digest("r1"), at: moment(23)) == nil, is: true, "ended")
    },
    Check("an identifier belongs to one family") { store in
      try await store.openSample("r0")
      try await requireInvalid("a second family of one name") {
        try await store.open(sampleFamily(client: "evil"), first: nil)
      }
      try await requireInvalid("a second family with a token of the first") {
        try await store.open(sampleFamily("other"), first: sampleToken("r0", family: "other"))
      }
      try require(try await store.family("other"), is: nil, "the second family")
      try require(try await store.family("family"), is: sampleFamily(), "the first family")
    },
    Check("ending a user ends their families, unused codes and browsers, and no others") {
      store in
      try await openTwoOfEach(store)
      try require(
        try await store.revokeUser("alice", reason: "disabled", at: moment(5)), is: 2, "families")
      try require(
        try await store.revokeUser("alice", reason: "disabled", at: moment(5)), is: 0, "again")
      try require(
        try await store.family("alice app"),
        is: sampleFamily("alice app").ended("disabled", at: 5), "a family of hers")
      try require(try await store.family("bob app")?.revokedAt, is: nil, "a family of his")
      try require(try await store.code(digest("alice app")), is: nil, "a code of hers")
      try require(try await store.code(digest("bob app")) != nil, is: true, "a code of his")
      try require(try await store.login(digest("alice"), at: moment(6)), is: nil, "her browser")
      try require(
        try await store.login(digest("bob"), at: moment(6))?.userID, is: "bob", "his browser")
    },
    Check("ending a client ends its families and unused codes, and no others") { store in
      try await openTwoOfEach(store)
      try require(
        try await store.revokeClient("app", reason: "disabled", at: moment(5)), is: 2, "families")
      try require(
        try await store.family("bob app")?.revokedAt, is: moment(5), "a family of the client")
      try require(try await store.family("bob web")?.revokedAt, is: nil, "a family of another")
      try require(try await store.code(digest("bob app")), is: nil, "a code of the client")
      try require(try await store.code(digest("bob web")) != nil, is: true, "a code of another")
      try require(
        try await store.login(digest("alice"), at: moment(6))?.userID, is: "alice", "a browser")
    },
    Check("a spent code outlives the end of its user, to tell of a replay") { store in
      try await store.issueCode(sampleCode())
      _ = try await store.redeem(
        digest("code"), opening: sampleFamily(), first: nil, at: moment(1))
      _ = try await store.revokeUser("alice", reason: "disabled", at: moment(2))
      try require(
        try await store.redeem(
          digest("code"), opening: sampleFamily("second"), first: nil, at: moment(3)),
        is: .alreadyUsed(familyID: "family"), "replay")
    },
  ]

  /// Families and codes of two users at two clients, and a browser of each.
  private static func openTwoOfEach(_ store: Store) async throws {
    for user in ["alice", "bob"] {
      for client in ["app", "web"] {
        let name = "\(user) \(client)"
        try await store.open(sampleFamily(name, client: client, user: user), first: nil)
        try await store.issueCode(sampleCode(name, client: client, user: user))
      }
      try await store.saveLogin(
        LoginSession(
          digest: digest(user), userID: user, authTime: moment(0), expiresAt: moment(100)))
    }
  }
}
