// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("front-channel logout", .leaving)
struct FrontChannelLogoutTests {
  private static func client(_ id: String, frame: String) -> TestClient {
    .leaving(id) { $0.metadata.frontChannelLogoutURI = frame }
  }

  /// The addresses of a page's frames.
  private func frames(_ page: TestBrowser.Page) -> [String] {
    page.text.components(separatedBy: "<iframe src=\"").dropFirst().map { part in
      String(part.prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
    }
  }

  @Test(
    "the page shows the frame of each client with issuer and session, and allows no other origin")
  func frames() async throws {
    let clients = [
      Self.client("a", frame: "https://a.example/out?x=1"),
      Self.client("b", frame: "https://b.example:8443/out"),
      Self.client("c", frame: "https://c.example/out"),
    ]
    for client in clients { try await world.add(client) }
    let jar = CookieJar()
    let signedIn = try await world.enter(Ask(clients[0]), jar: jar)
    _ = try await world.enter(Ask(clients[1]), jar: jar)
    let page = try await signedIn.signOut([
      "post_logout_redirect_uri": LogoutTests.out, "state": "s&<",
    ])
    #expect(page.status == 200)
    let sid = try #require(try await world.claims(signedIn.hint())["sid"]?.stringValue)
    let told: Query = ["iss": world.server.issuer, "sid": sid]
    #expect(
      Set(frames(page)) == [
        "https://a.example/out?x=1&" + told.encoded, "https://b.example:8443/out?" + told.encoded,
      ])
    let policy = try #require(page.head.headerFields[.contentSecurityPolicy])
    #expect(policy.hasSuffix("; frame-src https://a.example https://b.example:8443"))
    #expect(policy.hasPrefix("default-src 'none'"))
    // The browser continues automatically, and there is a link.
    let refresh = try #require(HTTPField.Name("Refresh"))
    #expect(page.head.headerFields[refresh] == "3; url=\(LogoutTests.out)?state=s%26%3C")
    #expect(page.text.contains("href=\"\(LogoutTests.out)?state=s%26%3C\""))
    #expect(try await !world.isSignedIn(jar, at: clients[0]))
  }

  @Test("without clients of front-channel logout no frame is allowed")
  func none() async throws {
    let signedIn = try await world.enter()
    let page = try await signedIn.signOut()
    #expect(frames(page).isEmpty)
    #expect(page.head.headerFields[.contentSecurityPolicy]?.contains("frame-src") == false)
  }

  @Test(
    "frontchannel_logout_uri must have the origin of a redirect URI", .openRegistration,
    arguments: [
      ("https://c.example/frame", true), ("https://evil.example/frame", false),
      ("https://c.example:444/frame", false), ("http://c.example/frame", false),
      ("javascript:alert(1)", false), ("https://c.example/frame#x", false),
    ])
  func registration(_ uri: String, isTaken: Bool) async throws {
    let asked: JSONObject = [
      "redirect_uris": ["https://c.example/cb"], "frontchannel_logout_uri": .string(uri),
      "frontchannel_logout_session_required": true,
      "backchannel_logout_uri": "https://c.example/bye",
      "backchannel_logout_session_required": true,
      "post_logout_redirect_uris": ["https://c.example/out"],
    ]
    let reply = try await world.register(asked)
    guard isTaken else {
      #expect(reply.isRefused("invalid_client_metadata"))
      return
    }
    #expect(reply.status == 201)
    for name in asked.names { #expect(reply.json[name] == asked[name], "\(name)") }
  }
}
