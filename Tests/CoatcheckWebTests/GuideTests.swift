// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import Foundation
import TestKit

@Suite("The guide of sign-in for a website", .timeLimit(.minutes(5)))
struct GuideTests {
  private static let page = "docs/web-sign-in.md"
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("prints the code of the example, in at most 15 lines")
  func isThisCode() throws {
    let source = Self.root.appending(path: "Examples/Website/Sources/Website.swift")
    let code = try PrintedCode(of: Self.page, ranIn: source)
    #expect(code.printed.first == code.run)
    #expect(code.run.count <= 15)
    // The other blocks of the page are in the same package, or in the tests.
    let manifest = Self.root.appending(path: "Examples/Website/Package.swift")
    let albums = Self.root.appending(path: "Examples/Website/Albums/Albums.swift")
    let text = try [source, albums, manifest, URL(filePath: #filePath)].map {
      try String(contentsOf: $0, encoding: .utf8)
    }
    .joined()
    // The package of the page is beside this one, and that of the example inside it.
    .replacing("path: \"../..\"", with: "path: \"../coatcheck\"")
    for block in code.printed {
      // The comment that stands for the first block is not code.
      for line in block where line != "// Here comes the first block." {
        #expect(text.contains(line), "\(line)")
      }
    }
  }

  @Test("begins with a website that signs a user in")
  func runs() async throws {
    let site = try await SiteProcess.start()
    let origin = site.origin
    let transport = PatientTransport()
    let browser = TestBrowser(transport: transport)
    #expect(try await browser.get(origin + "/").text == "Hello, visitor")
    var page = try await browser.get(origin + "/albums")
    #expect(page.location == origin + "/auth/login?return_to=%2Falbums")
    page = try await browser.get(try #require(page.location))
    let alice = ScriptedUserAgent(
      username: "alice", password: TestUser.alice.password, transport: transport,
      cookies: browser.cookies)
    let address = try #require(page.location)
    let callback = try await alice.authorize(at: try #require(URL(string: address)))
    page = try await browser.get(callback)
    #expect(page.location == origin + "/albums")
    #expect(try await browser.get(origin + "/albums").text == "Albums of u-alice-4f1d")
    await site.stop()
  }

  /// The code block of the guide for a site without Hummingbird.
  private func respond(
    _ web: WebSignIn
  ) -> (HTTPRequest, Data) async throws -> (HTTPResponse, Data) {
    func respond(_ head: HTTPRequest, _ body: Data) async throws -> (HTTPResponse, Data) {
      if web.owns(head) { return await web.answer(head, body: body) }
      let visit = try await web.visit(head)
      guard let user = visit.user else { return visit.challenge() }
      return visit.finish((HTTPResponse(status: .ok), Data("Hello, \(user.subject)".utf8)))
    }
    return respond
  }
}
