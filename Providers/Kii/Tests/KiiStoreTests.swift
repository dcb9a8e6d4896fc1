// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Kii sessions in the store")
struct KiiStoreTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  @Test("are restored without a network, and are removed by signing out: 331")
  func restore() async throws {
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

  @Test("resume from the file after a restart of the program")
  func restart() async throws {
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
    // A caller that holds the first session gets the tokens of the second.
    #expect(try await first.accessToken().matches(try #require(second.stored?.accessToken)))
    #expect(world.kii.requests.count(KiiWorld.tokenPath) == 2)
  }

  @Test(
    "signing out sends nothing to Kii under any plan, and the token stays valid",
    arguments: [
      SignOutPlan.localOnly, .standard,
    ])
  func signOut(plan: SignOutPlan) async throws {
    let (world, session) = try await KiiWorld.signedIn()
    let tokens = try #require(KiiTokens(of: session))
    let requests = world.kii.requests.all.count
    await world.client.signOut(session, plan)
    #expect(world.kii.requests.all.count == requests)
    #expect(try await world.store.sessions().isEmpty)
    let again = try await world.client.signIn(using: .kiiTokens(tokens))
    #expect(again.account.subject == "u-alice")
  }

  @Test("of several users exist at once, and each call acts as its own user")
  func severalUsers() async throws {
    let alice = try await world.alice()
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password), storedAs: "bob")
    let pseudo = try await world.client.signIn(using: .kiiPseudoUser(), storedAs: "pseudo")
    #expect(Set([alice.account, bob.account, pseudo.account]).count == 3)
    for _ in 0..<2 {
      for (name, id) in [("bob", "u-bob"), ("alice", "u-alice")] {
        let session = try #require(try await world.client.session(named: name))
        #expect(try await KiiAccount(session).user().id == id)
      }
    }
    try await world.client.accounts.setDefault(bob.account)
    #expect(try await world.client.accounts.find(nil).map(\.name) == ["bob"])
    // All of them act in parallel, and a refresh of one does not affect the others.
    world.kii.clock.advance(by: .seconds(3400))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in [alice, bob, pseudo] {
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
    // One user signs out, and the other sessions stay.
    await world.client.signOut(bob, .localOnly)
    #expect(try await world.client.session(named: "bob") == nil)
    #expect(try await KiiAccount(alice).user().id == "u-alice")
  }

  @Test("without a name mean the current user: the only one, or the chosen one among several")
  func current() async throws {
    let alice = try await world.alice()
    #expect(try await world.client.session()?.account == alice.account)
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password), storedAs: "bob")
    #expect(try await world.client.session() == nil)
    for user in [bob, alice] {
      try await world.client.accounts.setDefault(user.account)
      let current = try #require(try await world.client.session())
      #expect(try await KiiAccount(current).user().id == user.account.subject)
      #expect(try await current.accessToken().matches(user.accessToken()))
    }
    // A user who signs out is no longer the current user.
    await world.client.signOut(alice, .localOnly)
    #expect(try await world.client.session()?.account == bob.account)
  }

  @Test("of several users can be made from the tokens that an app kept")
  func keptTokens() async throws {
    var kept: [String: Secret] = [:]
    for user in [StandInUser.alice, .bob] {
      let session = try await world.client.signIn(
        using: .kiiPassword(KiiUsername(user.username), password: user.password))
      kept[user.username] = try await session.accessToken()
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

  @Test("in a file are readable by their owner only")
  func privateFile() async throws {
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
