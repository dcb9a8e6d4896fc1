// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension IssuerStoreContract {
  /// The end of a login session, with its codes and families.
  package static let signingOut = [
    Check("signing out ends the browser's session, its codes and its families, and no others") {
      store in
      let login = sampleLogin("cookie", sid: "s")
      try await store.saveLogin(login)
      try await store.saveLogin(sampleLogin("same", sid: "s"))
      try await store.saveLogin(sampleLogin("other", sid: "S"))
      try await store.saveLogin(sampleLogin("bob", sid: "s", user: "bob"))
      let kept = [
        family("a", sid: "s", at: 1), family("b", sid: "s", ["openid", "offline_access"], at: 0),
        family("c", sid: "S"), family("d", sid: nil),
      ]
      for family in kept { try await store.open(family, first: nil) }
      for (name, sid) in [("code s", "s"), ("code S", "S"), ("spent", "s")] {
        try await store.issueCode(code(name, sid: sid))
      }
      _ = try await store.redeem("spent", opening: family("e", sid: "s", at: 2), at: 3)
      let ended = try await store.signOut(digest("cookie"), reason: "logout", at: moment(5))
      try require(ended?.login, is: login)
      try require(
        ended?.families,
        is: [
          kept[1], kept[0].ended("logout", at: 5),
          family("e", sid: "s", at: 2).ended("logout", at: 5),
        ])
      for name in ["a", "b", "c", "d", "e"] {
        try await require(
          store.family(name)?.revokedAt, is: ["a", "e"].contains(name) ? moment(5) : nil,
          "family \(name)")
      }
      for name in ["cookie", "same", "other", "bob"] {
        try await require(
          store.login(digest(name), at: moment(5)) != nil, is: ["other", "bob"].contains(name),
          "session \(name)")
      }
      for name in ["code s", "code S", "spent"] {
        try await require(store.code(digest(name)) != nil, is: name != "code s", "code \(name)")
      }
    },
    Check("a session is signed out once, and not when it has expired or is unknown") { store in
      try await store.saveLogin(sampleLogin("cookie", sid: "s"))
      try await store.saveLogin(sampleLogin("late", sid: "t"))
      try await require(store.signOut(digest("none"), reason: "logout", at: moment(5)), is: nil)
      try await require(store.signOut(digest("late"), reason: "logout", at: moment(100)), is: nil)
      try await require(
        store.signOut(digest("cookie"), reason: "logout", at: moment(5)),
        is: EndedSession(login: sampleLogin("cookie", sid: "s"), families: []))
      try await require(store.signOut(digest("cookie"), reason: "logout", at: moment(5)), is: nil)
      try await requireInvalid("a reason with a NUL") {
        _ = try await store.signOut(digest("late"), reason: "\0", at: moment(5))
      }
    },
    Check("a login session without an ID is signed out by its digest") { store in
      let login = sampleLogin("old")
      try await store.saveLogin(login)
      try await store.open(family("a", sid: login.sid), first: nil)
      let ended = try await store.signOut(digest("old"), reason: "logout", at: moment(5))
      try require(ended?.families.map(\.id), is: ["a"])
      try await require(store.login(digest("old"), at: moment(5)), is: nil)
    },
    Check("a code that is redeemed during a sign-out leaves no valid family") { store in
      for round in 0..<20 {
        let name = "r\(round)"
        try await store.saveLogin(sampleLogin(name, sid: name))
        try await store.issueCode(code(name, sid: name))
        async let ended = store.signOut(digest(name), reason: "logout", at: moment(5))
        async let redeemed = store.redeem(name, opening: family(name, sid: name), at: 5)
        let outcomes = try await (ended: ended, redeemed: redeemed)
        // Either the family was opened first and was ended, or the code was removed first.
        let isOpened = outcomes.redeemed == .redeemed(code(name, sid: name))
        try require(outcomes.ended?.families.map(\.id), is: isOpened ? [name] : [])
        if !isOpened { try require(outcomes.redeemed, is: .unknown) }
        try await require(store.families(ofSession: name), is: [])
      }
    },
  ]

  private static func family(
    _ id: String, sid: String?, _ scopes: [String] = ["openid"], at seconds: TimeInterval = 0
  ) -> RefreshFamily {
    RefreshFamily(
      id: id, clientID: "app", userID: "alice", scopes: scopes, createdAt: moment(seconds),
      absoluteExpiry: moment(10_000), authTime: moment(-30), nonce: nil, sessionID: sid)
  }

  private static func code(_ name: String, sid: String) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      digest: digest(name), clientID: "app", userID: "alice",
      redirectURI: "http://127.0.0.1:4711/callback", scopes: ["openid"], nonce: nil,
      codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", authTime: moment(-30),
      issuedAt: moment(0), expiresAt: moment(60), sessionID: sid)
  }
}
