// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestKit

/// A website that runs in its own processes.
protocol RemoteSite: Sendable {
  /// Scheme, host and port.
  var origin: String { get }
  /// Sends requests to the site and the providers.
  var transport: any HTTPTransport { get }
  /// The address of one of the processes, and the header fields that select it.
  func road(to node: Int?) -> (address: String, fields: HTTPFields)
}

/// A user with a browser, at a website that runs in its own processes.
struct RemoteVisitor: Sendable {
  let site: any RemoteSite
  let user: TestUser
  let browser: TestBrowser

  init(site: any RemoteSite, user: TestUser) {
    self.site = site
    self.user = user
    browser = TestBrowser(transport: site.transport)
  }

  /// Opens a page of the site.
  ///
  /// - Parameter node: The process; by default the one that the proxy selects.
  func open(_ path: String, node: Int? = nil) async throws -> TestBrowser.Page {
    let road = site.road(to: node)
    return try await browser.get(
      road.address + path, fields: SiteVisitor.navigation + road.fields)
  }

  /// Begins a sign-in, and fills in the provider's pages.
  ///
  /// - Returns: The path of the callback with its query, which is not opened yet.
  func callback(node: Int? = nil) async throws -> String {
    let agent = ScriptedUserAgent(
      username: user.username, password: user.password, transport: site.transport,
      cookies: browser.cookies)
    let begun = try await open("/auth/login?again=1&return_to=/albums", node: node)
    let location = try #require(begun.location, "\(begun.status) \(begun.text)")
    let callback = try await agent.authorize(at: try #require(URL(string: location)))
    return String(callback.dropFirst(site.origin.count))
  }

  /// Signs the user in.
  func signIn() async throws {
    let page = try await open(callback())
    #expect(page.status == 303, "\(page.text)")
  }

  /// Sends the form that signs the user out.
  func signOut(node: Int? = nil) async throws -> TestBrowser.Page {
    let road = site.road(to: node)
    return try await browser.post(
      road.address + "/auth/logout", [:], fields: SiteVisitor.navigation + road.fields)
  }

  /// The text of the page that shows the user.
  var own: String { "Albums of \(user.id)" }

  func isSignedIn(node: Int? = nil) async throws -> Bool {
    let page = try await open("/albums", node: node)
    #expect(page.status == 303 || page.text == own, "\(page.status) \(page.text)")
    return page.text == own
  }
}
