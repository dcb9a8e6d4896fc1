// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import Foundation

extension AdministrationStoreContract {
  /// Lists of sessions and families.
  package static let lists = [
    Check("browser sessions are listed page by page, a user's or all users', without expired ones")
    {
      store in
      try await store.giveEverything(to: "u")
      try await store.giveEverything(to: "v")
      let all = try await store.logins(of: nil, after: nil, limit: 100, at: moment(5))
      try require(all.count, is: 6)
      let digests = all.map(\.digest.bytes)
      try require(digests, is: digests.sorted { $0.lexicographicallyPrecedes($1) })
      let page = try await store.logins(of: nil, after: all[1].digest, limit: 3, at: moment(5))
      try require(page, is: Array(all[2..<5]))
      let own = all.filter { $0.userID == "u" }
      try require(own.count, is: 3)
      try await require(store.logins(of: "u", after: nil, limit: 9, at: moment(5)), is: own)
      try await require(
        store.logins(of: "u", after: own[0].digest, limit: 1, at: moment(5)), is: [own[1]])
      try await require(store.logins(of: "u", after: nil, limit: 9, at: moment(3)).count, is: 4)
      for (user, limit) in [("w", 9), ("\0", 9), ("u", 0), ("u", -1)] {
        try await require(store.logins(of: user, after: nil, limit: limit, at: moment(5)), is: [])
      }
    },
    Check("families are listed page by page, by user and by client, revoked or not") { store in
      try await store.giveEverything(to: "u")
      try await store.giveEverything(to: "v")
      _ = try await store.revokeFamily("u a", reason: "r", at: moment(4))
      let rows: [(filter: FamilyFilter, after: String?, limit: Int, found: [String])] = [
        (FamilyFilter(), nil, 9, ["u b", "u c", "v a", "v b", "v c"]),
        (FamilyFilter(), "u b", 2, ["u c", "v a"]), (FamilyFilter(), "v c", 2, []),
        (FamilyFilter(userID: "u"), nil, 9, ["u b", "u c"]),
        (FamilyFilter(userID: "u", includesEnded: true), nil, 9, ["u a", "u b", "u c"]),
        (FamilyFilter(clientID: "web"), nil, 9, ["u b", "v b"]),
        (FamilyFilter(userID: "v", clientID: "app"), nil, 9, ["v a", "v c"]),
        (FamilyFilter(userID: "V"), nil, 9, []), (FamilyFilter(userID: "\0"), nil, 9, []),
        (FamilyFilter(), nil, 0, []), (FamilyFilter(), nil, -1, []),
      ]
      for row in rows {
        try await require(
          store.families(row.filter, after: row.after, limit: row.limit, at: moment(5)).map(\.id),
          is: row.found, "\(row.filter)")
      }
      let later = moment(10_000)
      try await require(
        store.families(FamilyFilter(), after: nil, limit: 9, at: later).count, is: 0)
      try await require(
        store.families(FamilyFilter(includesEnded: true), after: nil, limit: 9, at: later).count,
        is: 6)
    },
  ]

  /// Consent.
  package static let consents = [
    Check("consent is listed page by page, by user and by client") { store in
      for (user, client) in [("a", "bc"), ("ab", "c"), ("a", "x"), ("é", "x")] {
        try await store.recordConsent(user: user, client: client, scopes: [user, client])
      }
      let rows: [(user: String?, client: String?, after: (String, String)?, found: [String])] = [
        (nil, nil, nil, ["a/bc", "a/x", "ab/c", "é/x"]), (nil, nil, ("a", "x"), ["ab/c", "é/x"]),
        (nil, nil, ("a", ""), ["a/bc", "a/x", "ab/c", "é/x"]), ("a", nil, nil, ["a/bc", "a/x"]),
        ("a", nil, ("a", "bc"), ["a/x"]), (nil, "x", nil, ["a/x", "é/x"]),
        (nil, "x", ("a", "x"), ["é/x"]), ("ab", "c", nil, ["ab/c"]), ("ab", "bc", nil, []),
        ("\0", nil, nil, []),
      ]
      for row in rows {
        let found = try await store.consents(
          of: row.user, client: row.client,
          after: row.after.map { Consent.Key(userID: $0.0, clientID: $0.1) }, limit: 9)
        try require(
          found.map { "\($0.key.userID)/\($0.key.clientID)" }, is: row.found, "\(row)")
        for one in found { try require(one.scopes, is: [one.key.userID, one.key.clientID]) }
      }
      try await require(
        store.consents(of: nil, client: nil, after: nil, limit: 2).map(\.key.clientID),
        is: ["bc", "x"])
    },
    Check("withdrawn consent ends the client's families of this user, and nothing else") {
      store in
      for user in ["u", "v"] {
        try await store.giveEverything(to: user)
        try await store.recordConsent(user: user, client: "app", scopes: ["openid", "email"])
        try await store.recordConsent(user: user, client: "web", scopes: ["openid"])
      }
      let ended = [
        ownFamily("a", "u", at: 2).ended("r", at: 5),
        ownFamily("c", "u", sid: "t", at: 3).ended("r", at: 5),
      ]
      try await require(
        store.withdrawConsent(of: "u", client: "app", reason: "r", at: moment(5)),
        is: WithdrawnConsent(scopes: ["openid", "email"], families: ended))
      try await require(store.consent(user: "u", client: "app"), is: [])
      try await require(store.consent(user: "u", client: "web"), is: ["openid"])
      try await require(store.consent(user: "v", client: "app"), is: ["openid", "email"])
      try await requireAlive(store, of: "u", ["login", "same", "other", "message", "b"])
      try await requireAlive(store, of: "v", all)
      for (user, client) in [("u", "app"), ("u", "none"), ("\0", "app"), ("u", "\0")] {
        try await require(
          store.withdrawConsent(of: user, client: client, reason: "r", at: moment(5)), is: nil,
          "\(user) \(client)")
      }
      try await requireInvalid("a reason with a NUL") {
        _ = try await store.withdrawConsent(of: "v", client: "app", reason: "\0", at: moment(5))
      }
    },
    Check("withdrawing consent also ends the families of a client that needs no consent") { store in
      try await store.open(ownFamily("a", "u", at: 2), first: nil)
      try await require(
        store.withdrawConsent(of: "u", client: "app", reason: "r", at: moment(5)),
        is: WithdrawnConsent(scopes: [], families: [ownFamily("a", "u", at: 2).ended("r", at: 5)]))
    },
  ]

  /// Lists and changes of clients.
  package static let clients = [
    Check("clients are listed page by page, and searched by identifier and name") { store in
      for (id, name) in [("web", "The WEB"), ("app", "The app"), ("é", "Ж"), ("tv", "100%_")] {
        var client = sampleClient(id)
        client.name = name
        client.standing = id == "tv" ? .active : .disabled
        try await store.save(client)
      }
      let rows: [(filter: ClientFilter, after: String?, limit: Int, found: [String])] = [
        (ClientFilter(), nil, 9, ["app", "tv", "web", "é"]),
        (ClientFilter(), nil, 2, ["app", "tv"]), (ClientFilter(), "tv", 2, ["web", "é"]),
        (ClientFilter(), "é", 2, []), (ClientFilter(), nil, 0, []), (ClientFilter(), nil, -1, []),
        (ClientFilter(text: "WEB"), nil, 9, ["web"]),
        (ClientFilter(text: "the"), nil, 9, ["app", "web"]),
        (ClientFilter(text: "%"), nil, 9, ["tv"]), (ClientFilter(text: "ж"), nil, 9, []),
        (ClientFilter(text: ""), nil, 9, ["app", "tv", "web", "é"]),
        (ClientFilter(standing: .active), nil, 9, ["tv"]),
        (ClientFilter(text: "e", standing: .disabled), nil, 9, ["app", "web"]),
        (ClientFilter(text: "\0"), nil, 9, []),
      ]
      for row in rows {
        try await require(
          store.clients(row.filter, after: row.after, limit: row.limit).map(\.id), is: row.found,
          "\(row.filter)")
        if row.after == nil, row.limit == 9 {
          try await require(store.countClients(row.filter), is: row.found.count, "\(row.filter)")
        }
      }
      try await require(
        store.clients(ClientFilter(text: "web"), after: nil, limit: 1).first,
        is: store.client("web"))
    },
    Check("a client is added or replaced unless another caller was faster") { store in
      let web = try fullClient("web")
      try await require(store.replace(nil, with: web), is: true)
      try await require(store.client("web"), is: web)
      try await require(store.replace(nil, with: web), is: false)
      var other = web
      other.secretDigest = digest("another secret")
      try await require(store.replace(web, with: other), is: true)
      try await require(store.replace(web, with: web), is: false)
      try await require(store.client("web"), is: other)
      try await require(store.replace(sampleClient("none"), with: sampleClient("none")), is: false)
      try await requireInvalid("another identifier") {
        _ = try await store.replace(other, with: sampleClient("app"))
      }
      try await requireInvalid("a name with a NUL") {
        var bad = other
        bad.name = "\0"
        _ = try await store.replace(other, with: bad)
      }
    },
  ]
}
