// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("The outbox")
struct OutboxTests {
  private static func get(
    _ server: IDaaSTestServer, _ path: String
  ) async throws -> TestBrowser.Page {
    try await TestBrowser(transport: Transports.system).get(server.origin + path)
  }

  @Test("is a page that lists messages, newest first, without script and escaped")
  func page() async throws {
    let server = try await IDaaSTestServer.start()
    #expect(try await Self.get(server, "/outbox").text.contains("No messages yet."))
    for (number, code) in [("+8613800000001", "111111"), ("+8613800000002", "222222")] {
      _ = try await server.outbox.send(SenderWorld.message(to: number, code: code))
    }
    _ = try await server.outbox.send(
      OutgoingMessage(
        to: .email("<script>@example.com"), country: nil, type: .bindEmail, language: "en",
        application: "<b>&\"Evil", code: "333333", minutes: 5, id: "x"))
    let page = try await Self.get(server, "/outbox")
    #expect(page.status == 200)
    let places = try ["333333", "222222", "111111"].map { code in
      try #require(page.text.range(of: code)).lowerBound
    }
    #expect(places == places.sorted())
    #expect(!page.text.contains("<script") && !page.text.contains("<b>"))
    #expect(page.text.contains("&lt;script&gt;@example.com"))
    let policy = try #require(page.head.headerFields[.contentSecurityPolicy])
    #expect(policy.contains("default-src 'none'") && policy.contains("style-src 'self'"))
    #expect(page.head.headerFields[.cacheControl] == "no-store")
    let sheet = try await Self.get(server, "/outbox.css")
    #expect(
      sheet.status == 200 && sheet.head.headerFields[.contentType]?.hasPrefix("text/css") == true)
  }

  @Test("is JSON as well, for one contact or all")
  func list() async throws {
    let server = try await IDaaSTestServer.start()
    for (number, code) in [("+8613800000001", "111111"), ("+8613800000002", "222222")] {
      _ = try await server.outbox.send(SenderWorld.message(to: number, code: code))
    }
    _ = try await server.outbox.send(SenderWorld.mail(to: "a@example.com"))
    func codes(_ query: String) async throws -> [String] {
      let page = try await Self.get(server, "/api/v2/dev/outbox" + query)
      let json = try JSONObject(parsing: Array(page.text.utf8))
      return (json["messages"]?.arrayValue ?? []).compactMap {
        $0.objectValue?["code"]?.stringValue
      }
    }
    #expect(try await codes("") == ["012345", "222222", "111111"])
    for query in ["?contact=%2B8613800000001", "?contact=+86-13800000001"] {
      #expect(try await codes(query) == ["111111"])
    }
    #expect(try await codes("?contact=a%40example.com") == ["012345"])
    #expect(try await codes("?contact=%2B861380000") == [])
    let first = try JSONObject(
      parsing: Array(try await Self.get(server, "/api/v2/dev/outbox").text.utf8))
    let message = try #require(first["messages"]?.arrayValue?.last?.objectValue)
    #expect(message["to"]?.stringValue == "+8613800000001" && message["minutes"]?.intValue == 5)
    #expect(message["type"]?.stringValue == "REGISTER_SMS")
    #expect(message["text"]?.stringValue?.contains("111111") == true)
  }

  @Test("does not exist outside of development, nor where messages are really sent")
  func closed() async throws {
    let production = try await IDaaSTestServer.start(settings: { $0.isDevelopment = false })
    let sending = try await IDaaSTestServer.start(messages: ScriptedSender())
    for server in [production, sending] {
      _ = try await server.outbox.send(SenderWorld.message())
      for path in ["/outbox", "/outbox.css", "/api/v2/dev/outbox"] {
        let page = try await Self.get(server, path)
        #expect(page.status == 404 && !page.text.contains("012345"))
      }
      await server.stop()
    }
  }
}
