// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Pasting the authorization response")
struct PasteBackTests {
  /// A terminal with prepared input, in which `ADDRESS` stands for the valid callback.
  private final class Typist: Sendable {
    let shown = Mutex<[String]>([])
    private let lines: Mutex<ArraySlice<String>>
    private let provider: FakeProvider

    init(_ provider: FakeProvider, _ lines: [String]) {
      self.provider = provider
      self.lines = Mutex(lines[...])
    }

    var terminal: SignInTerminal {
      SignInTerminal(
        show: { line in self.shown.withLock { $0.append(line) } },
        readLine: { limit throws(OAuthError) in
          guard let line = self.lines.withLock({ $0.popFirst() }) else { return nil }
          let text = self.filled(line)
          guard text.utf8.count <= limit else { throw .misused("line", "Too long.") }
          return text
        })
    }

    private func filled(_ line: String) -> String {
      let address = shown.withLock { $0.first { $0.hasPrefix("https://op.example/authorize") } }
      guard let url = address.flatMap({ URL(string: $0) }),
        let callback = try? provider.callback(for: url)
      else { return line }
      let query = callback.drop { $0 != "?" }.dropFirst()
      let parameters = (try? Parameters(decoding: query)) ?? [:]
      return line.replacing("ADDRESS", with: callback).replacing("QUERY", with: query)
        .replacing("CODE", with: parameters["code"] ?? "")
        .replacing("STATE", with: parameters["state"] ?? "")
        .replacing("BASE", with: callback.prefix { $0 != "?" })
    }
  }

  let provider = FakeProvider()

  private func signIn(
    _ lines: [String], redirectURI: String? = nil
  ) async throws -> (StoredSession, [String]) {
    let typist = Typist(provider, lines)
    let agent = PasteBackUserAgent(
      terminal: typist.terminal, redirectURI: redirectURI, environment: .live)
    let session = try await provider.flow().signIn(
      with: agent, redirectURI: redirectURI, scopes: [.openID])
    return (session, typist.shown.withLock { $0 })
  }

  static let goodLines = [
    "ADDRESS", "  ADDRESS \t", "\"ADDRESS\"", "<ADDRESS>", "QUERY", "?QUERY",
    "\u{1B}[200~ADDRESS\u{1B}[201~", "ADDRESS#", "state=STATE&code=CODE",
  ]

  @Test("accepts the whole callback or its query", arguments: goodLines)
  func good(_ line: String) async throws {
    let (session, shown) = try await signIn([line])
    #expect(session.account.subject == "alice")
    #expect(session.browserSession == .elsewhere)
    #expect(shown[0] == "open this address in a browser to sign in:")
    #expect(shown[1].hasPrefix("https://op.example/authorize?"))
    let port = try #require(shown[2].firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/callback\?/)).1
    #expect((49_152...65_535).contains(Int(port) ?? 0))
  }

  static let badLines: [Case<(String, OAuthError.Code)>] = [
    Case("an empty line", ("", .callbackMalformed)),
    Case("a bare code", ("CODE", .stateMismatch)),
    Case("a code without the state", ("code=CODE", .stateMismatch)),
    Case("another state", ("BASE?code=CODE&state=other", .stateMismatch)),
    Case("another host", ("https://evil.example/callback?QUERY", .callbackMalformed)),
    Case("another path", ("BASEx?QUERY", .callbackMalformed)),
    Case("the authorization page", ("https://op.example/authorize?QUERY", .callbackMalformed)),
    Case("two states", ("BASE?QUERY&state=STATE", .callbackMalformed)),
    Case("neither a code nor an error", ("BASE?state=STATE", .callbackMalformed)),
    Case("a code with a space", ("BASE?code=CO DE&state=STATE", .callbackMalformed)),
    Case("escape sequences", ("BASE?QUERY\u{1B}[2J", .callbackMalformed)),
    Case("a text that is too long", (String(repeating: "a", count: 20_000), .callbackMalformed)),
  ]

  @Test(
    "refuses an invalid response with a reason, and then accepts the valid one",
    arguments: badLines
  )
  func bad(_ row: Case<(String, OAuthError.Code)>) async throws {
    let (session, shown) = try await signIn([row.value.0, "ADDRESS"])
    #expect(session.account.subject == "alice")
    // The heading, the address, the explanation and the prompt; then the reason and the prompt again.
    #expect(shown.count == 6)
    #expect(!shown[4].contains("evil") && !shown[4].contains("\u{1B}"))
    await expectError(.unreadable(row.value.1, "")) {
      try await signIn([row.value.0, row.value.0, row.value.0, "ADDRESS"])
    }
    #expect(provider.count("/token") == 1)
  }

  @Test("the end of the input is a cancellation")
  func end() async throws {
    #expect(await failure { try await signIn([]) } == .unreachable(.userCancelled, ""))
    #expect(await failure { try await signIn(["CODE"]) } == .unreachable(.userCancelled, ""))
  }

  @Test("an error response is reported with its code")
  func denied() async throws {
    let error = await failure { try await signIn(["BASE?error=access_denied&state=STATE"]) }
    #expect(error == .refused(.accessDenied, ""))
  }

  @Test("a registered redirect URI is used unchanged")
  func registered() async throws {
    let uri = "https://app.example/native"
    let (session, shown) = try await signIn(["ADDRESS"], redirectURI: uri)
    #expect(session.redirectURI == uri)
    #expect(shown[2].hasSuffix(uri + "?…"))
  }

  @Test("the client stops waiting at the deadline, and cancelling ends it at once")
  func deadline() async throws {
    let gate = Gate()
    let terminal = SignInTerminal(
      show: { _ in },
      readLine: { _ throws(OAuthError) in
        gate.open()
        await gate.pass()
        do { try await Task.sleep(for: .seconds(3600)) } catch { throw .programCancelled }
        return nil
      })
    let flow = try await provider.flow()
    await expectError(unanswered: true) {
      try await flow.signIn(
        with: PasteBackUserAgent(terminal: terminal, deadline: .milliseconds(20)), scopes: [.openID]
      )
    }
    let task = Task {
      try await flow.signIn(with: PasteBackUserAgent(terminal: terminal), scopes: [.openID])
    }
    await gate.arrived(2)
    task.cancel()
    #expect(await failure { try await task.value } == .unreachable(.cancelled, ""))
  }

  @Test("a terminal without input is an error, and nothing is shown")
  func output() async throws {
    let shown = Mutex(0)
    let agent = PasteBackUserAgent(
      terminal: SignInTerminal(show: { _ in shown.withLock { $0 += 1 } }))
    let error = await failure { try await provider.flow().signIn(with: agent, scopes: [.openID]) }
    #expect(error?.outcome == .misused)
    #expect(shown.withLock { $0 } == 0)
  }
}
