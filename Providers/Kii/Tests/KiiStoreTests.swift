// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Kii sessions in the store")
struct KiiStoreTests {
  @Test("are restored without a network, and after signing out there is none: 331")
  func restore() async throws {
    let world = try await KiiWorld.start()
    let token = try await world.alice().accessToken()
    let requests = world.kii.requests.all.count
    await world.kii.stop()

    let again = try #require(try await world.client.session(named: "alice"))
    #expect(again.account.subject == "u-alice")
    #expect(try await again.accessToken().matches(token))
    #expect(again.stored?.refreshToken != nil)
    #expect(again.stored?.provider == "kii")
    #expect(again.stored?.leeway == 300)
    #expect(again.stored?.dialect == world.client.provider.dialect)
    #expect(world.kii.requests.all.count == requests)

    // Signing out is local: it works without a network, and nothing is sent.
    let report = await world.client.signOut(again, .localOnly)
    #expect(report.isComplete)
    #expect(try await world.client.session(named: "alice") == nil)
    let error = await failure { try await again.accessToken() }
    #expect(error?.code == .sessionEnded)
    #expect(error.map { KiiErrorCode($0) } == .noStoredUser)
    #expect(KiiErrorCode.noStoredUser.rawValue == 331)
    #expect(world.kii.requests.all.count == requests)
  }

  @Test("go on after a restart of the program, by the file alone")
  func restart() async throws {
    let world = try await KiiWorld.start()
    let folder = try Folder()
    func client() -> Client {
      Client(
        of: world.client.provider, id: "app", store: FileTokenStore(directory: folder.path),
        transport: Transports.system
      ) { $0.environment = world.environment }
    }
    let first = try await client().signIn(
      using: .kiiPassword("alice", password: StandInUser.alice.password), storedAs: "alice")
    world.kii.clock.advance(by: .seconds(3400))
    let second = try #require(try await client().session(named: "alice"))
    #expect(try await KiiAccount(second).user().loginName == "alice")
    #expect(second.stored?.generation == 2)
    // Whoever still holds the first one finds the tokens of the second.
    #expect(try await first.accessToken().matches(try #require(second.stored?.accessToken)))
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
  }

  @Test(
    "signing out tells Kii nothing, whatever the plan, and the token lives on",
    arguments: [
      SignOutPlan.localOnly, .standard,
    ])
  func signOut(plan: SignOutPlan) async throws {
    let world = try await KiiWorld.start()
    let session = try await world.alice()
    let tokens = try #require(KiiTokens(of: session))
    let requests = world.kii.requests.all.count
    await world.client.signOut(session, plan)
    #expect(world.kii.requests.all.count == requests)
    #expect(try await world.store.sessions().isEmpty)
    let again = try await world.client.signIn(using: .kiiTokens(tokens))
    #expect(again.account.subject == "u-alice")
  }

  @Test("of several users are there at once, and whoever is chosen acts")
  func severalUsers() async throws {
    let world = try await KiiWorld.start()
    let alice = try await world.alice()
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password), storedAs: "bob")
    let nobody = try await world.client.signIn(using: .kiiPseudoUser(), storedAs: "nobody")
    #expect(Set([alice.account, bob.account, nobody.account]).count == 3)
    for _ in 0..<2 {
      for (name, id) in [("bob", "u-bob"), ("alice", "u-alice")] {
        let session = try #require(try await world.client.session(named: name))
        #expect(try await KiiAccount(session).user().id == id)
      }
    }
    try await world.client.accounts.setDefault(bob.account)
    #expect(try await world.client.accounts.find(nil).map(\.name) == ["bob"])
    // All of them act in parallel, and a refresh of one is none of the others.
    world.kii.clock.advance(by: .seconds(3400))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in [alice, bob, nobody] {
        for _ in 0..<10 {
          group.addTask {
            let id = try await KiiAccount(session).user().id
            #expect(id == session.account.subject)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 4)
    // One leaves, the others stay.
    await world.client.signOut(bob, .localOnly)
    #expect(try await world.client.session(named: "bob") == nil)
    #expect(try await KiiAccount(alice).user().id == "u-alice")
  }

  @Test("of several users can be made of tokens that an app has kept, as the document says")
  func keptTokens() async throws {
    let world = try await KiiWorld.start()
    var kept: [String: Secret] = [:]
    for person in [StandInUser.alice, .bob] {
      let session = try await world.client.signIn(
        using: .kiiPassword(KiiUsername(person.username), password: person.password))
      kept[person.username] = try await session.accessToken()
      await world.client.signOut(session, .localOnly)
    }
    for (name, token) in kept {
      _ = try await world.client.signIn(using: .kiiToken(token), storedAs: name)
    }
    for name in kept.keys {
      let session = try #require(try await world.client.session(named: name))
      #expect(try await KiiAccount(session).user().loginName == name)
    }
    #expect(try await world.client.sessions().count == 2)
  }

  @Test("in a file are readable by nobody else")
  func privateFile() async throws {
    let world = try await KiiWorld.start()
    let folder = try Folder()
    let client = Client(
      of: world.client.provider, id: "app",
      store: FileTokenStore(directory: folder.path + "/store"), transport: Transports.system
    ) { $0.environment = world.environment }
    _ = try await client.signIn(using: .kiiPassword("alice", password: StandInUser.alice.password))
    #expect(try folder.mode("store") == 0o700)
    let files = try folder.files(under: "store").filter { $0.hasSuffix(".json") }
    #expect(!files.isEmpty)
    for file in files { #expect(try folder.mode("store/" + file) == 0o600) }
  }
}
