// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The ends of a sign-in")
struct SignInEndTests {
  enum End: String, Sendable, CaseIterable {
    case userCancels, programCancels, noUserAnswers, userDenies, providerIsAway

    /// Outcome, code, whether the user did not answer, and whether the same may work later.
    var expected: (OAuthError, isUnanswered: Bool, isTransient: Bool) {
      switch self {
      case .userCancels: (.unreachable(.userCancelled, ""), false, false)
      case .programCancels: (.unreachable(.cancelled, ""), false, false)
      case .noUserAnswers: (.unreachable(.timedOut, ""), true, true)
      case .userDenies: (.refused(.accessDenied, ""), false, false)
      case .providerIsAway: (.unreachable(.timedOut, ""), false, true)
      }
    }
  }

  let provider = FakeProvider()
  private let gate = Gate()

  private var live: RuntimeEnvironment {
    var environment = provider.environment
    environment.sleep = { try await Task.sleep(for: $0) }
    return environment
  }

  private func way(_ method: SignInMethod, _ end: End) -> SystemSignIn {
    let gate = gate
    var way = SystemSignIn(
      signInEnvironment: SignInEnvironment(.headless, terminal: .full),
      terminal: SignInTerminal(
        show: { line in
          guard line.hasPrefix("paste") || line.hasPrefix("and enter") else { return }
          Task { await gate.pass() }
        },
        readLine: { _ throws(OAuthError) in
          switch end {
          case .userCancels: return nil
          case .userDenies, .providerIsAway: return "error"
          case .programCancels, .noUserAnswers:
            do { try await Task.sleep(for: .seconds(3600)) } catch { throw .programCancelled }
            return nil
          }
        }), browser: nil)
    way.choice = .method(method)
    if end == .noUserAnswers { way.deadline = .milliseconds(30) }
    return way
  }

  /// A user agent in which the sign-in ends in the given way.
  private struct Browser: UserAgent {
    let end: End
    let provider: FakeProvider
    let gate: Gate

    func redirectURI() async -> String { FakeProvider.redirectURI }

    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      switch end {
      case .userCancels: throw .unreachable(.userCancelled, "The window was closed.")
      case .userDenies:
        let query = try Parameters(decoding: url.absoluteString.drop { $0 != "?" }.dropFirst())
        return FakeProvider.redirectURI + "?error=access_denied&state=\(query["state"] ?? "")"
      case .noUserAnswers, .programCancels:
        let agent = LoopbackUserAgent(
          open: { [gate] _ in Task { await gate.pass() } },
          deadline: end == .noUserAnswers ? .milliseconds(30) : .seconds(300))
        let own = try await agent.redirectURI()
        return try await agent.authorize(
          AuthorizationPage(url: url, redirectURI: own, expecting: .state(Secret("none"))))
      case .providerIsAway:
        do { return try provider.callback(for: url) } catch { throw .misused("url", "\(error)") }
      }
    }
  }

  private func error(_ end: End, _ client: Client) async -> OAuthError? {
    if end == .providerIsAway {
      provider.script("/token") { _, _ throws(OAuthError) in
        throw .unreachable(.timedOut, "The issuer did not answer.")
      }
    }
    if end == .userDenies {
      provider.script("/token") { _, _ in FakeProvider.refusal("access_denied") }
    }
    let task = Task { try await client.signIn(scopes: [.openID], storedAs: "main") }
    if end == .programCancels {
      await gate.arrived()
      task.cancel()
    }
    return await failure { try await task.value }
  }

  @Test(
    "each have an error code, leave no session and allow the next sign-in",
    arguments: End.allCases)
  func browser(_ end: End) async throws {
    try await check(end) {
      $0.userAgent = Browser(end: end, provider: provider, gate: gate)
      $0.environment = live
    }
  }

  /// With a device code, the user has nothing to close, and the client waits for an unreachable provider.
  @Test(
    "are the same with a code for another device",
    arguments: [End.programCancels, .noUserAnswers, .userDenies])
  func device(_ end: End) async throws {
    var hurried = live
    hurried.sleep = { try await Task.sleep(for: end == .programCancels ? $0 : $0 / 1000) }
    try await check(end) {
      $0.signIn = way(.device, end)
      $0.environment = hurried
    }
  }

  @Test(
    "are the same with a pasted callback",
    arguments: [End.userCancels, .programCancels, .noUserAnswers])
  func pasted(_ end: End) async throws {
    try await check(end) {
      $0.signIn = way(.pasteBack, end)
      $0.environment = live
    }
  }

  private func check(
    _ end: End, configure: (inout ClientOptions) -> Void
  ) async throws {
    gate.open()
    let store = MemoryTokenStore()
    let error = await error(end, try await provider.client(in: store, configure: configure))
    #expect(error == end.expected.0)
    #expect(error?.isUnanswered == end.expected.isUnanswered)
    #expect(error?.isTransient == end.expected.isTransient)
    #expect(try await store.sessions().isEmpty)
    provider.script("/token") { _, _ in nil }
    let next = try await provider.client(in: store) {
      $0.userAgent = provider.user
      $0.environment = live
    }
    #expect(try await next.signIn(scopes: [.openID]).account.subject == "alice")
  }
}
