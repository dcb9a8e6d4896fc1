// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation
import TestKit

/// What a website that is a process of its own needs.
enum SiteSetup {
  /// How many seconds access tokens last that are to be refreshed soon: a session replaces them at the half of that.
  static let briefLifetime = 4
  /// After how long a page with such a token refreshes it.
  static let untilRefresh = Duration.milliseconds(2100)

  /// A provider of Alice and Bob, at which a site is the client `photos`.
  static func provider(
    _ name: String = "work", of origin: String, scopes: [String] = ["openid"],
    accessTokensFor lifetime: Int = 600
  ) async throws -> TestServer {
    var client = RegisteredClient(
      id: "photos", name: "Photos", redirectURIs: ["\(origin)/auth/callback/\(name)"],
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token"], scopes: scopes, consent: .implied)
    client.accessTokenLifetime = lifetime
    return try await TestServer.start(
      users: [.alice, .bob], clients: [TestClient(client, secret: World.secret)],
      clock: .running())
  }

  /// Makes the key of a site.
  static func makeKey(in folder: Folder) {
    let made = FileManager.default.createFile(
      atPath: folder.path + "/web.key", contents: Data(RuntimeEnvironment.live.random(32)),
      attributes: [.posixPermissions: 0o600])
    #expect(made)
  }

  /// Waits until a site answers that was started.
  static func wait(
    for program: ChildProcess, at origin: String,
    over transport: any HTTPTransport = PatientTransport()
  ) async throws {
    let browser = TestBrowser(transport: transport)
    for _ in 0..<5000 {
      if (try? await browser.get(origin + "/health").text) == "ok" { return }
      guard program.exit == nil else { throw Unexpected(program.output) }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Unexpected("the site does not answer: \(program.output)")
  }
}
