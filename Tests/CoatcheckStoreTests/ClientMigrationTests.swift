// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Moving registered clients from store to store")
struct ClientMigrationTests {
  var pair = MigrationPair()
  private var source: MigrationPair.Records { pair.source }
  private var target: MigrationPair.Records { pair.target }
  private var migration: StoreMigration { pair.migration }

  private static func client(_ name: String, secret: String = "secret") throws -> StoredClient {
    let issuer = try Issuer("https://id.example")
    var asked = ClientMetadata()
    asked.name = name
    return StoredClient(
      issuer: issuer, name: name, asked: asked,
      registration: ClientRegistration(
        id: "id of \(name)", secret: Secret("\(secret) of \(name)"), secretExpiry: .never,
        configuration: ClientConfiguration(
          endpoint: try Endpoint("https://id.example/register/\(name)"),
          accessToken: Secret("handle-of-\(name)")),
        metadata: asked))
  }

  private func fill(_ store: some ClientStore) async throws {
    for name in ["first", "second"] { try await store.keep(Self.client(name)) }
  }

  /// The secret and the registration access token of a client in a store; nil if it is not there.
  private func secrets(_ store: some ClientStore, _ name: String) async throws -> [String?]? {
    try await store.client(at: Issuer("https://id.example"), named: name).map {
      [$0.registration.secret?.reveal(), $0.registration.configuration?.accessToken.reveal()]
    }
  }

  private func requireMoved() async throws {
    for name in ["first", "second"] {
      #expect(
        try await secrets(RecordTokenStore(target.base), name)
          == ["secret of \(name)", "handle-of-\(name)"])
      #expect(try await secrets(RecordTokenStore(source.base), name) == nil)
    }
  }

  @Test("moves all of them, also beside sessions, and a second run finds nothing to do")
  func moves() async throws {
    try await fill(RecordTokenStore(source.base))
    try await RecordTokenStore(source.base).save(SampleSession.make("alice"))
    let report = try await migration.run()
    #expect(report.isComplete && report.accounts.map(\.outcome) == [.moved])
    #expect(report.clients.map(\.name).sorted() == ["first", "second"])
    #expect(report.clients.allSatisfy { $0.outcome == .moved })
    try await requireMoved()
    #expect(try await migration.run().clients.isEmpty)
  }

  // attack: C-83
  @Test(
    "loses none, whichever step is interrupted, and finishes later",
    arguments: MigrationPair.troubles)
  func interrupted(_ trouble: MigrationPair.Problem) async throws {
    try await MigrationPair.interrupt(by: trouble) { pair in
      let test = ClientMigrationTests(pair: pair)
      try await test.fill(RecordTokenStore(pair.source.base))
      return (
        requireKept: { call in
          for name in ["first", "second"] {
            let old = try? await test.secrets(RecordTokenStore(pair.source.base), name)
            let new = try? await test.secrets(RecordTokenStore(pair.target.base), name)
            #expect((old ?? new) != nil, "\(name), call \(call)")
          }
        }, requireMoved: test.requireMoved
      )
    }
  }

  @Test("keeps one that was registered in the target meanwhile")
  func newer() async throws {
    try await fill(RecordTokenStore(source.base))
    try await RecordTokenStore(target.base).keep(Self.client("first", secret: "another"))
    let report = try await migration.run()
    #expect(Set(report.clients.map(\.outcome.word)) == ["moved", "kept newer"])
    #expect(
      try await secrets(RecordTokenStore(target.base), "first")
        == ["another of first", "handle-of-first"])
    #expect(try await secrets(RecordTokenStore(source.base), "first") == nil)
  }

  @Test("reports the outcome of each, and leaves a damaged one in place")
  func report() async throws {
    try await fill(RecordTokenStore(source.base))
    target.fail(.write, with: .diskFull, onCall: 1)
    let report = try await migration.run()
    #expect(report.firstFailure?.code == .storeFailed)
    #expect(report.clients.map(\.outcome.word) == ["failed", "moved"])

    let damaged = try #require(await source.base.keys(where: [:], after: nil, limit: nil).first)
    try await source.base.write(StoredRecord(key: damaged, content: Array("{".utf8)))
    let again = try await migration.run()
    #expect(again.isComplete && again.clients.isEmpty)
    #expect(await source.base.read(damaged) != nil)
  }

  @Test("within a system store leaves none in plain text, and programs find the clients")
  func systemStore() async throws {
    let folder = try Folder()
    let secrets = MemorySecrets()
    let keyring = MemoryKeyring()
    func store(_ choice: StoreChoice = .auto) -> SystemStore {
      SystemStore(
        folder: folder.path, choice: choice,
        services: SystemServices(keyring: keyring, secrets: secrets))
    }
    try await fill(store(.file(allowingPlainText: .because("a test"))))
    let before = store()
    let report = try await store().move(to: .sealed(.secretService))
    #expect(report.isComplete && report.clients.count == 2)
    for store in [before, store()] {
      #expect(try await self.secrets(store, "first") == ["secret of first", "handle-of-first"])
    }
    #expect(try folder.holds("handle of") == false)
  }
}

extension MigrationReport.Outcome {
  fileprivate var word: String {
    switch self {
    case .moved: "moved"
    case .keptNewer: "kept newer"
    case .gone: "gone"
    case .failed: "failed"
    }
  }
}
