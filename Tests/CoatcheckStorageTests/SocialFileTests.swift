// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("SQLite: social logins in the file")
struct SocialFileTests {
  private static let t0 = Date(timeIntervalSince1970: 1_700_000_000)
  private static let phone = Contact.phone("+8613800000000")

  private func digest(_ name: String) -> TokenDigest { TokenDigest(of: Secret("token " + name)) }

  @Test("acknowledged changes are found after the file is opened again")
  func reopened() async throws {
    let directory = try Folder()
    let first = try await SQLiteStore(path: directory.file)
    try await bind(first, to: first, round: 0)
    try await first.open(
      SocialSession(familyID: "f", userID: "u0", device: "d", methods: ["weibo"], linkID: "0"),
      family: RefreshFamily(
        id: "f", clientID: "app", userID: "u0", scopes: [], createdAt: Self.t0,
        absoluteExpiry: Self.t0 + 99, authTime: Self.t0, nonce: nil),
      first: RefreshRecord(
        digest: digest("r"), familyID: "f", generation: 0, issuedAt: Self.t0,
        expiresAt: Self.t0 + 99))
    let link = try await first.link(identity(0))
    try await first.close()
    let second = try await SQLiteStore(path: directory.file)
    #expect(link != nil)
    #expect(try await second.link(identity(0)) == link)
    #expect(try await second.user(with: phone(0))?.id == "u0")
    #expect(try await second.session("f")?.linkID == "0")
    #expect(try await second.pending(digest("s0"), at: Self.t0) == nil)
    try await second.close()
  }

  // attack: I-28
  @Test(
    "in two stores on one file, a login is bound once, a code accepted once, five guesses count")
  func twoStores() async throws {
    let directory = try Folder()
    let stores = [
      try await SQLiteStore(path: directory.file), try await SQLiteStore(path: directory.file),
    ]
    for n in 0..<100 { try await bind(stores[n % 2], to: stores[(n + 1) % 2], round: n) }
    for n in 0..<10 {
      let key = CodeKey(purpose: "p", contact: Self.phone, scope: "\(n)")
      try await stores[n % 2].keep(code(key, tries: 5))
      let trials = try await concurrently(100) { task in
        try await stores[task % 2].attempt(
          TypedCode(key: key, digest: digest("guess \(task)").bytes, device: "d"), at: Self.t0)
      }
      #expect(trials.filter { $0 != .gone }.count == 5)
    }
    for store in stores { try await store.close() }
  }

  private func identity(_ n: Int) -> SocialIdentity {
    SocialIdentity(provider: "weibo", app: "20454", subject: "\(n)")
  }

  private func phone(_ n: Int) -> Contact { .phone("+861380000\(1000 + n)") }

  private func code(_ key: CodeKey, tries: Int) -> OneTimeCode {
    OneTimeCode(
      key: key, digest: digest("012345").bytes, device: "d", sentAt: Self.t0,
      expiresAt: Self.t0 + 300, tries: tries)
  }

  /// Registers through two stores at once: one of them creates the user.
  private func bind(_ one: SQLiteStore, to other: SQLiteStore, round n: Int) async throws {
    let key = CodeKey(purpose: "p", contact: phone(n), scope: "s\(n)")
    try await one.keep(
      PendingBinding(
        digest: digest("s\(n)"), clientID: "app", device: "d", identity: identity(n),
        purpose: .register, createdAt: Self.t0, expiresAt: Self.t0 + 600))
    try await other.keep(code(key, tries: 5))
    let attempt = BindingAttempt(
      pending: digest("s\(n)"), clientID: "app", device: "d", contact: phone(n),
      code: TypedCode(key: key, digest: digest("012345").bytes, device: "d"), purpose: .register,
      newcomer: User(id: "u\(n)", name: try UserName("name\(n)")), linkID: "\(n)", at: Self.t0)
    let outcomes = try await concurrently(4) { task in
      try await (task % 2 == 0 ? one : other).bind(attempt)
    }
    #expect(outcomes.filter { $0 == .stateGone }.count == 3)
    #expect(try await other.link(identity(n))?.userID == "u\(n)")
  }
}
