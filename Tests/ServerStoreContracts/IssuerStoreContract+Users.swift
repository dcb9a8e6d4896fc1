// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension IssuerStoreContract {
  /// Clients, users, their browsers and their consent.
  package static let users = [
    Check("a client is given back as it was saved, and saving again replaces it") { store in
      try require(try await store.client("web"), is: nil, "the client of an empty store")
      try await store.save(sampleClient("web"))
      try require(try await store.client("web"), is: sampleClient("web"), "client")
      let other = RegisteredClient(
        id: "web", name: "Web", redirectURIs: [], authenticationMethod: "none", grantTypes: [],
        scopes: [])
      try await store.save(other)
      try require(try await store.client("web"), is: other, "client saved again")
      try require(try await store.client("WEB"), is: nil, "another case")
    },
    Check("everything a client registers is given back") { store in
      let client = try fullClient("full")
      try await store.save(client)
      try require(try await store.client("full"), is: client, "client")
      try require(
        try await store.client("full")?.metadata.json, is: client.metadata.json, "metadata")
      var less = client
      less.metadata = RegisteredClient.Metadata()
      less.registrationTokenDigest = nil
      less.registeredAt = nil
      try await store.save(less)
      try require(try await store.client("full"), is: less, "client saved again")
    },
    Check("a client is removed with everything it has, and nothing else is") { store in
      for id in ["app", "web"] {
        try await store.save(sampleClient(id))
        try await store.issueCode(sampleCode("code \(id)", client: id))
        try await store.open(sampleFamily("family \(id)", client: id), first: nil)
        try await store.recordConsent(user: "alice", client: id, scopes: ["openid"])
        try await store.push(samplePushed("par \(id)", client: id))
      }
      try require(try await store.removeClient("app", at: moment(1)), is: true, "removal")
      try require(try await store.removeClient("app", at: moment(1)), is: false, "again")
      for (id, isThere) in [("app", false), ("web", true)] {
        try require(try await store.client(id) != nil, is: isThere, "client \(id)")
        try require(try await store.code(digest("code \(id)")) != nil, is: isThere, "code \(id)")
        try require(
          try await store.family("family \(id)")?.revokedAt == nil, is: isThere, "family \(id)")
        try require(
          try await store.consent(user: "alice", client: id).isEmpty, is: !isThere, "consent \(id)")
        try require(
          try await store.pushed(digest("par \(id)"), of: id, at: moment(1)) != nil, is: isThere,
          "pushed request \(id)")
      }
    },
    Check("a user is found by identifier and by name, and a name belongs to one user") {
      store in
      let alice = User(
        id: "u1", name: try UserName("Alice"), passwordHash: try sampleHash(1),
        claims: ["name": "Alice Ж", "email_verified": true, "address": ["locality": "Ürümqi"]])
      try require(try await store.user(id: "u1"), is: nil, "the user of an empty store")
      try require(try await store.save(alice), is: .added, "first save")
      try require(try await store.user(id: "u1"), is: alice, "by identifier")
      try require(try await store.user(named: try UserName("aLICE")), is: alice, "by name")
      try require(
        try await store.save(User(id: "u2", name: try UserName("ALICE"))), is: .nameTaken,
        "another user of that name")
      try require(try await store.user(id: "u2"), is: nil, "the other user")
      var renamed = alice
      renamed.name = try UserName("al")
      renamed.standing = .disabled
      renamed.passwordHash = nil
      try require(try await store.save(renamed), is: .replaced, "renaming")
      try require(try await store.user(id: "u1"), is: renamed, "renamed")
      try require(try await store.user(named: try UserName("alice")), is: nil, "the old name")
      try require(
        try await store.save(User(id: "u2", name: try UserName("alice"))), is: .added,
        "the name is free again")
    },
    Check("a password hash is replaced only by the first caller") { store in
      let name = try UserName("alice")
      _ = try await store.save(User(id: "u1", name: name, passwordHash: try sampleHash(1)))
      try require(
        try await store.replacePasswordHash(
          of: "u1", expecting: try sampleHash(2), with: try sampleHash(3)),
        is: false, "expecting another")
      try require(
        try await store.replacePasswordHash(of: "u1", expecting: nil, with: try sampleHash(3)),
        is: false, "expecting none")
      try require(
        try await store.replacePasswordHash(
          of: "u1", expecting: try sampleHash(1), with: try sampleHash(3)),
        is: true, "expecting the stored one")
      try require(
        try await store.user(id: "u1")?.passwordHash, is: try sampleHash(3), "the new hash")
      try require(
        try await store.replacePasswordHash(of: "u2", expecting: nil, with: try sampleHash(3)),
        is: false, "unknown")
    },
    Check("a browser session lasts until its expiry or its end") { store in
      let login = LoginSession(
        digest: digest("cookie"), userID: "u1", authTime: moment(0), expiresAt: moment(10))
      try await store.saveLogin(login)
      try require(try await store.login(digest("cookie"), at: moment(9.999)), is: login, "before")
      try require(try await store.login(digest("cookie"), at: moment(10)), is: nil, "at expiry")
      try require(try await store.endLogin(digest("cookie")), is: true, "ending")
      try require(try await store.endLogin(digest("cookie")), is: false, "ending again")
      try require(try await store.login(digest("cookie"), at: moment(1)), is: nil, "after the end")
    },
    Check("consent grows by what is allowed, for one user and one client") { store in
      try require(try await store.consent(user: "a", client: "bc"), is: [], "at first")
      try await store.recordConsent(user: "a", client: "bc", scopes: ["openid", "email"])
      try await store.recordConsent(user: "a", client: "bc", scopes: ["profile", "openid"])
      try require(
        try await store.consent(user: "a", client: "bc"), is: ["openid", "email", "profile"],
        "consent")
      try require(try await store.consent(user: "ab", client: "c"), is: [], "another user")
    },
    Check("a store can say that it writes") { store in try await store.ping() },
  ]

  private static func sampleHash(_ n: Int) throws -> PasswordHash {
    try PasswordHash(
      text: "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0$"
        + String(repeating: "ABCD"[n], count: 42) + "A")
  }
}

extension String {
  /// The character at an offset.
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
