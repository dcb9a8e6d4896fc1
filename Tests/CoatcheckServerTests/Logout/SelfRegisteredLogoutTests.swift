// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("logout for a client that registered itself", .leaving)
struct SelfRegisteredLogoutTests {
  static let out = "https://outsider.example/out"

  /// A client that registered itself.
  private func outsider(frame: String? = nil) async throws -> TestClient {
    let client = TestClient.leaving("outsider") {
      $0.metadata.postLogoutRedirectURIs = [Self.out]
      $0.metadata.frontChannelLogoutURI = frame
      $0.registeredAt = Date(timeIntervalSince1970: 0)
    }
    try await world.add(client)
    return client
  }

  /// Whether a page has a link to the location, and does not redirect.
  private func isLink(_ page: TestBrowser.Page) -> Bool {
    page.isFinal(200) && page.head.headerFields[HTTPField.Name("Refresh")!] == nil
      && page.text.contains("<a href=\"\(Self.out)?state=s\">Go on to https://outsider.example</a>")
  }

  // attack: V-10
  @Test("a request with only client_id does not redirect; the page has a link")
  func identifierAlone() async throws {
    _ = try await outsider()
    let request: Query = [
      "client_id": "outsider", "post_logout_redirect_uri": Self.out, "state": "s",
    ]
    // A browser that is not signed in follows an attacker's link to this server.
    #expect(isLink(try await world.browser().get(world.logout(request))))
    let posted = try await world.browser().post(world.server.issuer + "/logout", request)
    #expect(posted.location.map { !$0.hasPrefix(Self.out) } ?? isLink(posted))
    // A browser that is signed in: the button on the page does not show the destination.
    let signedIn = try await world.enter()
    let page = try await signedIn.logout(request)
    let done = try await world.submit(
      world.browser(signedIn.jar), page, request.with(["action": "sign-out"]))
    #expect(isLink(done))
    #expect(try await !signedIn.isSignedIn())
  }

  // attack: V-10
  @Test("the page with front-channel frames does not redirect either")
  func frames() async throws {
    let client = try await outsider(frame: "https://outsider.example/frame")
    let signedIn = try await world.enter(Ask(client, scope: "openid"))
    let request: Query = [
      "client_id": "outsider", "post_logout_redirect_uri": Self.out, "state": "s",
    ]
    let done = try await world.submit(
      world.browser(signedIn.jar), try await signedIn.logout(request),
      request.with(["action": "sign-out"]))
    #expect(done.text.contains("<iframe"))
    #expect(isLink(done))
  }

  @Test("an ID token of the client, or a client of the operator, redirects")
  func withToken() async throws {
    let client = try await outsider()
    let signedIn = try await world.enter(Ask(client, scope: "openid"))
    let page = try await signedIn.signOut(["post_logout_redirect_uri": Self.out, "state": "s"])
    #expect(page.location == Self.out + "?state=s")
    let known = try await world.browser().get(
      world.logout(["client_id": "web", "post_logout_redirect_uri": LogoutTests.out]))
    #expect(known.location == LogoutTests.out)
  }
}
