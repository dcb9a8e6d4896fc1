// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension IssuerStoreContract {
  /// Clients, users, their login sessions and their consent.
  package static let users = [
    Check("a client is read back unchanged, and saving again replaces it") { store in
      try await require(store.client("web"), is: nil)
      try await store.save(sampleClient("web"))
      try await require(store.client("web"), is: sampleClient("web"))
      let other = RegisteredClient(
        id: "web", name: "Web", redirectURIs: [], authenticationMethod: "none", grantTypes: [],
        scopes: [])
      try await store.save(other)
      try await require(store.client("web"), is: other)
      try await require(store.client("WEB"), is: nil)
    },
    Check("every member of a registered client is read back") { store in
      let client = try fullClient("full")
      try await store.save(client)
      try await require(store.client("full"), is: client)
      try await require(store.client("full")?.metadata.json, is: client.metadata.json)
      var less = client
      less.metadata = RegisteredClient.Metadata()
      less.registrationTokenDigest = nil
      less.registeredAt = nil
      try await store.save(less)
      try await require(store.client("full"), is: less)
    },
    Check("a client is removed with everything it has, and nothing else is") { store in
      for id in ["app", "web"] {
        try await store.save(sampleClient(id))
        try await store.issueCode(sampleCode("code \(id)", client: id))
        try await store.open(sampleFamily("family \(id)", client: id), first: nil)
        try await store.recordConsent(user: "alice", client: id, scopes: ["openid"])
        try await store.push(samplePushed("par \(id)", client: id))
      }
      try await require(store.removeClient("app", at: moment(1)), is: true)
      try await require(store.removeClient("app", at: moment(1)), is: false)
      for (id, isThere) in [("app", false), ("web", true)] {
        try await require(store.client(id) != nil, is: isThere, "client \(id)")
        try await require(store.code(digest("code \(id)")) != nil, is: isThere, "code \(id)")
        try await require(
          store.family("family \(id)")?.revokedAt == nil, is: isThere, "family \(id)")
        try await require(
          store.consent(user: "alice", client: id).isEmpty, is: !isThere, "consent \(id)")
        try await require(
          store.pushed(digest("par \(id)"), of: id, at: moment(1)) != nil, is: isThere,
          "pushed request \(id)")
      }
    },
    Check("a user is found by identifier and by name, and a name belongs to one user") {
      store in
      let alice = User(
        id: "u1", name: try UserName("Alice"), passwordHash: try sampleHash(1),
        claims: ["name": "Alice Ж", "email_verified": true, "address": ["locality": "Ürümqi"]])
      try await require(store.user(id: "u1"), is: nil)
      try await require(store.save(alice), is: .added)
      try await require(store.user(id: "u1"), is: alice)
      try await require(store.user(named: try UserName("aLICE")), is: alice)
      try await require(store.save(User(id: "u2", name: try UserName("ALICE"))), is: .nameTaken)
      try await require(store.user(id: "u2"), is: nil)
      var renamed = alice
      renamed.name = try UserName("al")
      renamed.standing = .disabled
      renamed.passwordHash = nil
      try await require(store.save(renamed), is: .replaced)
      try await require(store.user(id: "u1"), is: renamed)
      try await require(store.user(named: try UserName("alice")), is: nil)
      try await require(store.save(User(id: "u2", name: try UserName("alice"))), is: .added)
    },
    Check("a password hash is replaced only by a caller that names the current one") { store in
      let name = try UserName("alice")
      _ = try await store.save(User(id: "u1", name: name, passwordHash: try sampleHash(1)))
      try await require(
        store.replacePasswordHash(of: "u1", expecting: try sampleHash(2), with: try sampleHash(3)),
        is: false)
      try await require(
        store.replacePasswordHash(of: "u1", expecting: nil, with: try sampleHash(3)), is: false)
      try await require(
        store.replacePasswordHash(of: "u1", expecting: try sampleHash(1), with: try sampleHash(3)),
        is: true)
      try await require(store.user(id: "u1")?.passwordHash, is: try sampleHash(3))
      try await require(
        store.replacePasswordHash(of: "u2", expecting: nil, with: try sampleHash(3)), is: false)
    },
    Check("a login session is valid until it expires or ends") { store in
      let login = sampleLogin("cookie", expires: moment(10))
      try await store.saveLogin(login)
      try await require(store.login(digest("cookie"), at: moment(9.999)), is: login)
      try await require(store.login(digest("cookie"), at: moment(10)), is: nil)
      try await require(store.endLogin(digest("cookie")), is: true)
      try await require(store.endLogin(digest("cookie")), is: false)
      try await require(store.login(digest("cookie"), at: moment(1)), is: nil)
    },
    Check("consent of a user for a client grows by the approved scopes") { store in
      try await require(store.consent(user: "a", client: "bc"), is: [])
      try await store.recordConsent(user: "a", client: "bc", scopes: ["openid", "email"])
      try await store.recordConsent(user: "a", client: "bc", scopes: ["profile", "openid"])
      try await require(store.consent(user: "a", client: "bc"), is: ["openid", "email", "profile"])
      try await require(store.consent(user: "ab", client: "c"), is: [])
    },
    Check("a store that can write responds to a ping") { store in try await store.ping() },
  ]
}
