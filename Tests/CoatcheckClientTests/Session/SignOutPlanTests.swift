// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing out by a plan")
struct SignOutPlanTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  private func session(
    endSession: String? = "https://op.example/logout",
    _ change: (inout StoredSession) -> Void = { _ in }
  ) async throws -> Session {
    provider.change { $0.metadata["end_session_endpoint"] = endSession.map { .string($0) } }
    var stored = try #require(try await provider.session(in: store).stored)
    change(&stored)
    try await store.save(stored)
    return provider.live(stored, in: store)
  }

  /// A user agent that records the sign-out pages and returns the callback of a closure.
  private final class Agent: UserAgent {
    private let seen = Mutex<[String]>([])
    private let answer: @Sendable (String) throws(OAuthError) -> String?

    init(_ answer: @escaping @Sendable (String) throws(OAuthError) -> String?) {
      self.answer = answer
    }

    /// The pages it was shown.
    var pages: [String] { seen.withLock { $0 } }

    func redirectURI() async -> String { "http://127.0.0.1:49152/bye" }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      throw .misused("url", "This user agent does not sign in.")
    }
    func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
      seen.withLock { $0.append(page.url.absoluteString) }
      return try answer(page.url.absoluteString)
    }

    /// A callback with the state of the request.
    static func back(_ address: String) -> String? {
      let query = try? Parameters(decoding: address.drop { $0 != "?" }.dropFirst())
      guard let uri = query?["post_logout_redirect_uri"], let state = query?["state"] else {
        return nil
      }
      return "\(uri)?state=\(state)"
    }
  }

  typealias Steps = [SignOutReport.Step]
  static let plans: [Case<(SignOutPlan, Steps, Int)>] = [
    Case("local", (.localOnly, [.forgetLocally], 0)),
    Case("standard", (.standard, [.revokeRefreshToken, .revokeAccessToken, .forgetLocally], 2)),
    Case(
      "everywhere",
      (
        .everywhere,
        [.revokeRefreshToken, .revokeAccessToken, .forgetLocally, .endProviderSession], 2
      )),
  ]

  @Test("takes the steps of the plan, and removes the session in each case", arguments: plans)
  func steps(_ row: Case<(SignOutPlan, Steps, Int)>) async throws {
    let session = try await session()
    let agent = Agent { _ in nil }
    let report = await session.signOut(row.value.0, userAgent: agent)
    #expect(report.isComplete)
    #expect(report.steps.map(\.step) == row.value.1)
    #expect(report.steps.allSatisfy { $0.outcome == .done })
    #expect(provider.count("/revoke") == row.value.2)
    #expect(try await store.sessions().isEmpty)
    #expect(agent.pages.count == (row.value.0 == .everywhere ? 1 : 0))
  }

  @Test("the sign-out page gets the ID token as a hint, and the client ID")
  func address() async throws {
    let session = try await session()
    let idToken = try #require(session.stored?.idToken?.reveal())
    let agent = Agent { _ in nil }
    await session.signOut(.everywhere, userAgent: agent)
    let address = try #require(agent.pages.first)
    #expect(address.hasPrefix("https://op.example/logout?"))
    let query = try Parameters(decoding: address.drop { $0 != "?" }.dropFirst())
    #expect(query["id_token_hint"] == idToken)
    #expect(query["client_id"] == "app")
    #expect(query["post_logout_redirect_uri"] == nil)
  }

  @Test("an app without a user agent gets the address, and checks the response itself")
  func app() async throws {
    let session = try await session()
    let report = await session.signOut(.everywhere(returning: .fixed("https://app.example/bye")))
    #expect(report[.endProviderSession] == .skipped(reason: "The app shows the page by itself."))
    let transaction = try #require(report.endSession)
    let callback = try #require(Agent.back(transaction.url.absoluteString))
    try transaction.check(callback)
    #expect(await failure { try transaction.check(callback + "x") }?.code == .stateMismatch)
  }

  static let needless: [Case<(String?, @Sendable (inout StoredSession) -> Void)>] = [
    Case("no end session endpoint", (nil, { _ in })),
    Case("no ID token", ("https://op.example/logout", { $0.idToken = nil })),
    Case(
      "ephemeral cookies", ("https://op.example/logout", { $0.browserSession = .ephemeral })),
    Case(
      "another device", ("https://op.example/logout", { $0.browserSession = .elsewhere })),
  ]

  @Test("reports why the step at the authorization server is skipped", arguments: needless)
  func skipped(_ row: Case<(String?, @Sendable (inout StoredSession) -> Void)>) async throws {
    let session = try await session(endSession: row.value.0, row.value.1)
    let agent = Agent { _ in nil }
    let report = await session.signOut(.everywhere, userAgent: agent)
    guard case .skipped(let reason) = report[.endProviderSession] else {
      Issue.record("It was not skipped.")
      return
    }
    #expect(!reason.isEmpty)
    #expect(report.isComplete)
    #expect(report.endSession == nil)
    #expect(agent.pages.isEmpty)
    #expect(try await store.sessions().isEmpty)
  }

  /// The error of the step at the provider.
  private static func error(in report: SignOutReport) -> OAuthError? {
    guard case .failed(let error) = report[.endProviderSession] else { return nil }
    return error
  }

  static let answers: [Case<(@Sendable (String) throws(OAuthError) -> String?, OAuthError.Code)>] =
    [
      Case("another state", ({ _ in "http://127.0.0.1:49152/bye?state=x" }, .stateMismatch)),
      Case("another address", ({ _ in "https://evil.example/bye" }, .callbackMalformed)),
      Case("no callback", ({ _ in nil }, .callbackMalformed)),
      Case(
        "an error response", ({ Agent.back($0).map { $0 + "&error=server_error" } }, .serverError)),
    ]

  @Test(
    "an invalid callback fails only the step at the authorization server", arguments: answers)
  func answer(
    _ row: Case<(@Sendable (String) throws(OAuthError) -> String?, OAuthError.Code)>
  ) async throws {
    let session = try await session()
    let report = await session.signOut(
      .everywhere(returning: .userAgent), userAgent: Agent(row.value.0))
    #expect(Self.error(in: report)?.code == row.value.1)
    #expect(report[.forgetLocally] == .done)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("a user agent that cannot show the page fails the step")
  func unable() async throws {
    let session = try await session()
    let report = await session.signOut(.everywhere, userAgent: provider.user)
    #expect(Self.error(in: report)?.outcome == .misused)
  }

  @Test("offline, the session is removed here and the page is shown nevertheless")
  func offline() async throws {
    let session = try await session()
    provider.cut("/revoke")
    let report = await session.signOut(.everywhere, userAgent: Agent { _ in nil })
    #expect(!report.isComplete)
    #expect(report[.forgetLocally] == .done)
    #expect(report[.endProviderSession] == .done)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("cancelling ends the wait for the user, after everything else is done")
  func cancelled() async throws {
    let session = try await session()
    let gate = Gate()
    let agent = LoopbackUserAgent(open: { _ in
      gate.open()
      await gate.pass()
    })
    let task = Task { await session.signOut(.everywhere(returning: .userAgent), userAgent: agent) }
    await gate.arrived()
    // The client waits for the user without the account's lock.
    #expect(try await store.sessions().isEmpty)
    task.cancel()
    let report = await task.value
    #expect(report[.endProviderSession] == .failed(.unreachable(.cancelled, "")))
    #expect(report[.revokeRefreshToken] == .done)
  }

  @Test("over HTTP: the browser gets the page, and returns to a port of this machine")
  func overHTTP() async throws {
    let transport = AsyncHTTPTransport.shared
    let server = try RawServer { request, connection in
      let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      let query = try? Parameters(decoding: target.drop { $0 != "?" }.dropFirst())
      guard target.hasPrefix("/logout?"), query?["id_token_hint"] != nil,
        let uri = query?["post_logout_redirect_uri"], let state = query?["state"]
      else {
        connection.write(Array(RawServer.response("400 Bad Request").utf8))
        return
      }
      let back = "Location: \(uri)?state=\(state)"
      connection.write(Array(RawServer.response("302 Found", [back]).utf8))
    }
    let session = try await session(endSession: nil) { stored in
      stored.endSessionEndpoint = try? Endpoint(server.origin + "/logout")
    }
    let (pages, shown) = AsyncThrowingStream.makeStream(of: String.self)
    @Sendable func browse(_ url: URL) async throws {
      let page = try Endpoint(url.absoluteString)
      let moved = try await Self.get(page, transport).head
      let target = try #require(moved.headerFields[.location])
      // A callback with a guessed state is refused and changes nothing.
      let bare = try Endpoint(String(target.prefix { $0 != "?" }) + "?state=guess")
      #expect(try await Self.get(bare, transport).head.status.code == 400)
      let answer = try await Self.get(Endpoint(target), transport)
      shown.yield(String(decoding: answer.body, as: UTF8.self))
    }
    // A browser is another process: opening the page returns before the callback is sent.
    let agent = LoopbackUserAgent(open: { url in
      Task {
        do { try await browse(url) } catch { shown.finish(throwing: error) }
      }
    })
    let report = await session.signOut(.everywhere(returning: .userAgent), userAgent: agent)
    #expect(report[.endProviderSession] == .done)
    #expect(report.isComplete)
    #expect(server.requests.count == 1)
    #expect(try await pages.first { _ in true }?.contains("Signed out") == true)
  }

  private static func get(
    _ endpoint: Endpoint, _ transport: AsyncHTTPTransport
  ) async throws -> (head: HTTPResponse, body: Data) {
    try await transport.send(HTTPRequest(to: endpoint.text))
  }
}
