// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth

extension TokenStoreContract {
  /// Checks of saving, reading and removing sessions.
  public static let content = [
    Check("an empty store has no session, and reading it throws no error") { site in
      let store = try await site.open()
      let session = try SampleSession.make()
      try await require(store.sessions().count, is: 0, "sessions")
      try await require(store.sessions(.all, page: StorePage(limit: 10)).count, is: 0, "a page")
      try requireSame(try await store.session(session.account), nil, "a session")
      try await require(store.defaultAccount(), is: nil, "the default account")
    },
    Check("every member of a session is returned byte by byte") { site in
      let store = try await site.open()
      for (n, session) in try variants().enumerated() {
        try await store.save(session)
        try requireSame(try await store.session(session.account), session, "variant \(n)")
        try requireSame(
          try await store.sessions(AccountFilter(subject: session.account.subject)).first, session,
          "variant \(n) in a list")
      }
    },
    Check("what was saved is there when the store is opened again, unless the store is memory") {
      site in
      let session = try SampleSession.make()
      let store = try await site.open()
      guard site.persists else {
        return try require(store.place.location, is: "this program", "the place")
      }
      try await store.save(session)
      try await store.setDefaultAccount(session.account)
      let second = try await site.open()
      try requireSame(try await second.session(session.account), session, "the session")
      try await require(second.defaultAccount(), is: session.account, "the default account")
      let next = try SampleSession.make(generation: 2)
      try await second.save(next)
      try requireSame(try await store.session(session.account), next, "what the other one saved")
      try await store.remove(session.account)
      try requireSame(try await second.session(session.account), nil, "what the other one removed")
      let third = try await site.open()
      try await require(third.sessions().count, is: 0, "sessions after the removal")
    },
    Check("saving again replaces the whole session") { site in
      let store = try await site.open()
      try await store.save(try SampleSession.make(name: "first"))
      var next = try SampleSession.make(name: "second", generation: 2)
      next.labels = []
      next.idToken = nil
      next.refreshMarker = nil
      try await store.save(next)
      try requireSame(try await store.session(next.account), next, "the session")
      try await require(store.sessions().count, is: 1, "sessions")
      try await require(store.sessions(AccountFilter(name: "first")).count, is: 0, "the old name")
      try await require(store.sessions(AccountFilter(name: "second")).count, is: 1, "the new name")
    },
    Check("a removed session is not found, the others stay, and removing an unknown one succeeds") {
      site in
      let store = try await site.open()
      let (alice, bob) = (try SampleSession.make("alice"), try SampleSession.make("bob"))
      try await store.save(alice)
      try await store.save(bob)
      try await store.remove(alice.account)
      try await store.remove(alice.account)
      try requireSame(try await store.session(alice.account), nil, "the removed one")
      try await require(store.sessions().map(\.name), is: ["bob"], "the names left")
      try await store.save(alice)
      try requireSame(try await store.session(alice.account), alice, "the one that came back")
    },
    Check("accounts which differ in one part only are different") { site in
      let store = try await site.open()
      let sessions = [
        try SampleSession.make("a", issuer: "https://op.example", clientID: "b"),
        try SampleSession.make("a", issuer: "https://op.example/", clientID: "b"),
        try SampleSession.make("a", issuer: "https://op.example", clientID: "B"),
        try SampleSession.make("b", issuer: "https://op.example", clientID: "a"),
        try SampleSession.make("a ", issuer: "https://op.example", clientID: "b"),
        try SampleSession.make("a", issuer: "https://op.example", clientID: "b\",\"a"),
      ]
      for session in sessions { try await store.save(session) }
      for (n, session) in sessions.enumerated() {
        try requireSame(try await store.session(session.account), session, "account \(n)")
      }
      try await store.remove(sessions[0].account)
      try await require(store.sessions().count, is: sessions.count - 1, "the others")
    },
  ]

  /// Sessions with all members and with few.
  private static func variants() throws(OAuthError) -> [StoredSession] {
    let full = try SampleSession.make("full")
    var bare = try SampleSession.make("bare")
    bare.labels = []
    bare.appData = [:]
    (bare.provider, bare.refreshMarker, bare.leeway) = (nil, nil, nil)
    (bare.refreshToken, bare.idToken, bare.redirectURI) = (nil, nil, nil)
    (bare.revocationEndpoint, bare.endSessionEndpoint) = (nil, nil)
    (bare.userInfoEndpoint, bare.jwksURI, bare.authTime) = (nil, nil, nil)
    (bare.expiry, bare.refreshExpiry) = (.unknown, .unknown)
    (bare.scopes, bare.requestedScopes, bare.authentication) = ([], [], .none)
    var post = try SampleSession.make("post", generation: 1 << 40)
    post.authentication = .post(Secret("§ \" \\ secret"))
    post.expiry = .never
    return [full, bare, post]
  }
}
