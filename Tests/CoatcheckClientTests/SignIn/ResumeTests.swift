// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The system can end an app while the browser is in front of it; the callback then starts the app again.
@Suite("A sign-in that another run of the program finishes")
struct ResumeTests {
  private static let redirectURI = "com.example.app:/cb"
  private let provider = FakeProvider()

  /// The client of one run of the program. Runs share only the folder of the store.
  private func run(
    in folder: Folder, id: String = "app", configure: (inout ClientOptions) -> Void = { _ in }
  ) async throws -> Client {
    var metadata = try await provider.metadata()
    metadata.responseTypesSupported = nil
    return Client(
      of: Provider(metadata: metadata), id: id, store: FileTokenStore(directory: folder.path),
      transport: provider
    ) {
      $0.redirect = .fixed(Self.redirectURI)
      $0.environment = provider.environment
      configure(&$0)
    }
  }

  /// The callback after the user has approved.
  private func callback(_ url: URL, flow: String = "code") throws -> String {
    let query = try Parameters(decoding: url.absoluteString.split(separator: "?")[1])
    let state = query["state"] ?? ""
    switch flow {
    case "implicit":
      let answer: Parameters = [
        "access_token": "front", "token_type": "Bearer", "state": state, "expires_in": "600",
      ]
      return Self.redirectURI + "#" + answer.encoded
    case "hybrid":
      let code = provider.code(nonce: query["nonce"], challenge: query["code_challenge"])
      let claims: JSONObject = [
        "iss": .string(provider.issuer), "sub": "alice", "aud": "app", "iat": 1_700_000_000,
        "exp": 1_700_000_600, "nonce": .string(query["nonce"] ?? ""),
        "c_hash": .string(IDTokenHash.value(of: Secret(code), hash: .sha256)),
      ]
      let answer: Parameters = [
        "code": code, "id_token": try FakeProvider.key.sign(claims), "state": state,
      ]
      return Self.redirectURI + "#" + answer.encoded
    default:
      let code = provider.code(nonce: query["nonce"], challenge: query["code_challenge"])
      return Self.redirectURI + "?" + (["code": code, "state": state] as Parameters).encoded
    }
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func records(in folder: Folder) throws -> Int {
    try folder.names().count { $0.hasPrefix("p") && $0.hasSuffix(".json") }
  }

  static let flows: [Case<any ResumableSignInFlow>] = [
    Case("code", .code),
    Case("hybrid", HybridSignIn(.codeIDToken, scopes: [.openID], because: "a test")),
    Case("implicit", ImplicitSignIn(scopes: ["read"], because: "a test")),
  ]

  @Test("is finished once, and its session is stored under its name", arguments: flows)
  func finishes(_ flow: Case<any ResumableSignInFlow>) async throws {
    let folder = try Folder()
    let scopes: [Scope] = flow.name == "implicit" ? [] : [.openID]
    let page = try await run(in: folder).beginSignIn(
      using: flow.value, scopes: scopes, storedAs: "main")
    #expect(try await run(in: folder).sessions().isEmpty)
    let callback = try url(callback(page, flow: flow.name))
    let session = try #require(await run(in: folder).resume(with: callback))
    #expect(session.stored?.name == "main")
    #expect(try await run(in: folder).session(named: "main")?.account == session.account)
    let redeemed = provider.count("/token")
    #expect(try await run(in: folder).resume(with: callback) == nil)
    #expect(provider.count("/token") == redeemed)
    #expect(try records(in: folder) == 0)
  }

  @Test("is finished by one of many that receive its callback at once")
  func race() async throws {
    let folder = try Folder()
    let page = try await run(in: folder).beginSignIn(scopes: [.openID])
    let callback = try url(callback(page))
    let sessions = try await withThrowingTaskGroup(of: Session?.self) { group in
      for _ in 0..<20 { group.addTask { try await run(in: folder).resume(with: callback) } }
      return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
    }
    #expect(sessions == 1)
    #expect(provider.count("/token") == 1)
  }

  typealias Change = @Sendable (String) -> String
  static let wrong: [Case<(Change, OAuthError.Code?)>] = [
    Case("of another sign-in", ({ $0 + "x" }, nil)),
    Case("without a state", ({ String($0.prefix { $0 != "&" }) }, nil)),
    Case("without parameters", ({ _ in "com.example.app:/other" }, nil)),
    Case("at another path", ({ $0.replacing(":/cb", with: ":/other") }, .callbackMalformed)),
    Case("of another app", ({ $0.replacing("com.example.app", with: "x") }, .callbackMalformed)),
    Case("of another issuer", ({ $0 + "&iss=https://x.example" }, .issuerMismatch)),
    Case("with two states", ({ $0 + "&state=x" }, nil)),
    Case("in the fragment", ({ $0.replacing("?", with: "#") }, .callbackMalformed)),
  ]

  // attack: C-01
  @Test("is not ended by a callback", arguments: wrong)
  func refused(_ row: Case<(Change, OAuthError.Code?)>) async throws {
    let folder = try Folder()
    let page = try await run(in: folder).beginSignIn(scopes: [.openID])
    // The state is the last parameter.
    let right = try callback(page)
    let wrong = try url(row.value.0(right))
    if let code = row.value.1 {
      #expect(await failure { try await run(in: folder).resume(with: wrong) }?.code == code)
    } else {
      #expect(try await run(in: folder).resume(with: wrong) == nil)
    }
    #expect(provider.count("/token") == 0)
    #expect(try await run(in: folder).resume(with: url(right)) != nil)
  }

  @Test("is refused after ten minutes, and removed when the next one begins")
  func late() async throws {
    let folder = try Folder()
    let page = try await run(in: folder).beginSignIn(scopes: [.openID])
    let callback = try url(callback(page))
    provider.clock.advance(601)
    let error = await failure { try await run(in: folder).resume(with: callback) }
    #expect(error?.code == .transactionExpired)
    #expect(provider.count("/token") == 0)
    #expect(try records(in: folder) == 1)
    _ = try await run(in: folder).beginSignIn(scopes: [.openID])
    #expect(try records(in: folder) == 1)
    #expect(try await run(in: folder).resume(with: callback) == nil)
  }

  @Test("ends when the authorization server refuses it")
  func denied() async throws {
    let folder = try Folder()
    let page = try await run(in: folder).beginSignIn(scopes: [.openID])
    let state = try Parameters(decoding: page.absoluteString.split(separator: "?")[1])["state"]
    let answer: Parameters = ["error": "access_denied", "state": state ?? ""]
    let callback = try url(Self.redirectURI + "?" + answer.encoded)
    let error = await failure { try await run(in: folder).resume(with: callback) }
    #expect(error == .refused(.accessDenied, ""))
    #expect(try records(in: folder) == 0)
    #expect(try await run(in: folder).resume(with: callback) == nil)
  }

  @Test("is not finished by another client")
  func otherClient() async throws {
    let folder = try Folder()
    let page = try await run(in: folder).beginSignIn(scopes: [.openID])
    let callback = try url(callback(page))
    #expect(try await run(in: folder, id: "other").resume(with: callback) == nil)
    #expect(try await run(in: folder).resume(with: callback) != nil)
  }

  @Test("needs a registered redirect URI")
  func redirect() async throws {
    let client = try await run(in: Folder()) { $0.redirect = .loopback }
    await expectError(naming: "redirect") { try await client.beginSignIn(scopes: [.openID]) }
  }

  @Test("that cannot be stored is not begun")
  func unstored() async throws {
    let client = Client(
      of: Provider(metadata: try await provider.metadata()), id: "app",
      store: FileTokenStore(directory: "/proc/self/no"), transport: provider
    ) { $0.redirect = .fixed(Self.redirectURI) }
    #expect(await failure { try await client.beginSignIn(scopes: [.openID]) }?.code == .storeFailed)
  }

  /// A user agent whose callback can also be delivered to another run of the program.
  private struct Agent: UserAgent {
    let seen: @Sendable (URL) async throws(OAuthError) -> String

    var isResumable: Bool { true }
    func redirectURI() async -> String { ResumeTests.redirectURI }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      try await seen(page.url)
    }
  }

  @Test("with a user agent is stored before the page is shown, and removed with its callback")
  func shown() async throws {
    let folder = try Folder()
    let counted = Log<Int>()
    let agent = Agent { url throws(OAuthError) in
      do {
        counted.add(try records(in: folder))
        return try callback(url)
      } catch { throw .misused("url", "\(error)") }
    }
    let client = try await run(in: folder) { $0.userAgent = agent }
    _ = try await client.signIn(scopes: [.openID])
    #expect(counted.entries == [1])
    #expect(try records(in: folder) == 0)
  }

  @Test("with a user agent is removed when the user cancels")
  func cancelled() async throws {
    let folder = try Folder()
    let agent = Agent { _ throws(OAuthError) in throw .userCancelled("The user closed the page.") }
    let client = try await run(in: folder) { $0.userAgent = agent }
    _ = await failure { try await client.signIn(scopes: [.openID]) }
    #expect(try records(in: folder) == 0)
  }

  @Test("with a user agent is finished once, by the first callback")
  func overtaken() async throws {
    let folder = try Folder()
    let agent = Agent { url throws(OAuthError) in
      do {
        let callback = try callback(url)
        let session = try await run(in: folder).resume(with: self.url(callback))
        #expect(session != nil)
        return callback
      } catch { throw .misused("url", "\(error)") }
    }
    let client = try await run(in: folder) { $0.userAgent = agent }
    await expectError(naming: "callback") { try await client.signIn(scopes: [.openID]) }
    #expect(provider.count("/token") == 1)
  }
}
