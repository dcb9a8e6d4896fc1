// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The accounts in a store")
struct AccountsTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()
  let accounts: Accounts

  init() { accounts = Accounts(in: store) }

  private func sample(
    _ subject: String, name: String? = nil, issuer: String = "https://op.example",
    client: String = "app"
  ) throws -> StoredSession {
    var metadata = try ServerMetadata(issuer: Issuer(issuer))
    metadata.tokenEndpoint = try Endpoint(issuer + "/token")
    return try StoredSession(
      account: AccountID(issuer: issuer, clientID: client, subject: subject), name: name,
      grant: TokenGrant(
        accessToken: Secret("at-" + subject), expiry: .unknown, refreshToken: Secret("rt"),
        receivedAt: Date(timeIntervalSince1970: 1_700_000_000)),
      metadata: metadata)
  }

  @Test("are identified by issuer, client and subject")
  func identity() async throws {
    _ = try await accounts.add(sample("alice"))
    _ = try await accounts.add(sample("bob"))
    _ = try await accounts.add(sample("alice", issuer: "https://other.example"))
    _ = try await accounts.add(sample("alice", client: "web"))
    #expect(try await accounts.list().count == 4)
    let mine = try await accounts.list(AccountFilter(issuer: "https://op.example"))
    #expect(mine.count == 3)
  }

  @Test("keep their name, labels and data when the user signs in again")
  func upsert() async throws {
    let first = try await accounts.add(sample("alice", name: "work"))
    try await accounts.update(first.account) { notes in
      notes.labels = ["daily"]
      notes.appData["theme"] = "dark"
    }
    let second = try await accounts.add(sample("alice"))
    #expect(second.name == "work")
    #expect(second.labels == ["daily"])
    #expect(second.appData["theme"]?.stringValue == "dark")
    #expect(second.generation == first.generation + 1)
    #expect(try await accounts.list().count == 1)
  }

  @Test("are found by name, else by subject, else by issuer, else by provider")
  func find() async throws {
    var kii = try sample("carol", issuer: "https://kii.example")
    kii.provider = "kii"
    _ = try await accounts.add(kii)
    _ = try await accounts.add(sample("alice", name: "work"))
    _ = try await accounts.add(sample("bob", name: "alice"))
    #expect(try await accounts.find("work").map(\.account.subject) == ["alice"])
    // A name has precedence over a subject.
    #expect(try await accounts.find("alice").map(\.account.subject) == ["bob"])
    #expect(try await accounts.find("bob").map(\.name) == ["alice"])
    #expect(try await accounts.find("https://op.example").count == 2)
    #expect(try await accounts.find("kii").map(\.account.subject) == ["carol"])
    #expect(try await accounts.find("unknown").isEmpty)
    #expect(try await accounts.find(nil).count == 3)
  }

  @Test("have a default, which can be set, and which is unset when its account is removed")
  func defaultAccount() async throws {
    let alice = try await accounts.add(sample("alice"))
    _ = try await accounts.add(sample("bob"))
    #expect(try await accounts.defaultAccount() == nil)
    try await accounts.setDefault(alice.account)
    #expect(try await accounts.find(nil).map(\.name) == ["alice"])
    try await accounts.remove(alice.account)
    #expect(try await accounts.defaultAccount() == nil)
    #expect(try await accounts.find(nil).map(\.name) == ["bob"])
    let unknown = AccountID(issuer: "https://op.example", clientID: "app", subject: "eve")
    #expect(await failure { try await accounts.setDefault(unknown) }?.outcome == .misused)
  }

  @Test("are renamed, but no two have the same name")
  func rename() async throws {
    let alice = try await accounts.add(sample("alice"))
    let bob = try await accounts.add(sample("bob"))
    try await accounts.rename(alice.account, to: "work")
    #expect(try await store.session(alice.account)?.name == "work")
    #expect(
      await failure { try await accounts.rename(bob.account, to: "work") }?.parameter == "name")
    #expect(await failure { try await accounts.rename(bob.account, to: "") }?.parameter == "name")
    #expect(
      await failure { _ = try await accounts.add(sample("carol", name: "work")) }?.parameter
        == "name")
    #expect(try await accounts.list().map(\.name) == ["bob", "work"])
  }

  @Test("are removed one by one, by filter, or all")
  func remove() async throws {
    for name in ["alice", "bob", "carol", "dave"] {
      let account = try await accounts.add(sample(name)).account
      try await accounts.update(account) { $0.labels = [name < "c" ? "early" : "late"] }
    }
    #expect(try await accounts.removeAll(AccountFilter(label: "early")).count == 2)
    #expect(try await accounts.list().map(\.name) == ["carol", "dave"])
    try await accounts.removeAll()
    #expect(try await accounts.list().isEmpty)
  }

  @Test("are listed without a network")
  func offline() async throws {
    let stored = try #require(try await provider.session(in: store).stored)
    let before = provider.total
    let found = try #require(try await accounts.find(stored.name).first)
    let session = provider.live(found, in: store)
    #expect(try await session.accessToken().reveal() == "at-1")
    #expect(provider.total == before)
  }

  @Test("change under the lock, so that a refresh at the same time is not lost")
  func changesDuringRefresh() async throws {
    let session = try await provider.session(in: store)
    let gate = provider.gate(at: "/token")
    let refresh = Task { try await session.refresh() }
    await gate.arrived()
    let rename = Task { try await accounts.rename(session.account, to: "work") }
    gate.open()
    try await refresh.value
    try await rename.value
    let stored = try #require(try await store.session(session.account))
    #expect(stored.name == "work")
    #expect(stored.refreshToken?.reveal() == "rt-2")
    try await session.refresh()
    #expect(try await store.session(session.account)?.name == "work")
  }

  @Test("send events for changes by any user of the store")
  func events() async throws {
    let alice = try await accounts.add(sample("alice"))
    var events = accounts.events(every: .milliseconds(1)).makeAsyncIterator()
    #expect(await events.next() == .accountAdded(alice.account, generation: 1))
    let elsewhere = Accounts(in: store)
    let bob = try await elsewhere.add(sample("bob"))
    #expect(await events.next() == .accountAdded(bob.account, generation: 1))
    _ = try await elsewhere.add(sample("alice"))
    #expect(await events.next() == .refreshed(alice.account, generation: 2))
    try await elsewhere.remove(bob.account)
    #expect(await events.next() == .accountRemoved(bob.account))
  }
}
