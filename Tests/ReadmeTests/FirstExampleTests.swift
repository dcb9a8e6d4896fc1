// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

@Suite("The first example of the README")
struct FirstExampleTests {
  @Test("signs in, calls an API and receives an event", .timeLimit(.minutes(10)))
  func runs() async throws {
    let server = try await TestServer.start(clock: TestClock(at: Date()))
    let issuer = server.issuer
    let store = MemoryTokenStore()
    let browser = ScriptedUserAgent(
      username: "alice", password: Secret("correct horse battery staple"),
      transport: Transports.system)
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/userinfo")

    // README
    let provider = try await Provider.discover(issuer)
    let client = Client(of: provider, id: "app", store: store) { $0.userAgent = browser }
    let session = try await client.signIn(scopes: [.openID, .email], storedAs: "main")

    let (_, body) = try await session.data(for: request)  // a fresh token; again if rejected
    for await event in session.events {  // obtained, refreshed, lost
      print(event)
      break
    }
    // README

    #expect(String(decoding: body, as: UTF8.self).contains("alice"))
    #expect(try await store.sessions().map(\.name) == ["main"])
    await server.stop()
  }

  @Test("is the code that runs here")
  func isThisCode() throws {
    let here = URL(filePath: #filePath)
    let source = try String(contentsOf: here, encoding: .utf8)
    let readme = try String(
      contentsOf: here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md"), encoding: .utf8)
    let run = try #require(source.components(separatedBy: "    // README\n").dropFirst().first)
    let shown = try #require(
      readme.components(separatedBy: "```swift\n").dropFirst().first?
        .components(separatedBy: "```").first)
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    #expect(lines(run) == lines(shown))
  }
}
