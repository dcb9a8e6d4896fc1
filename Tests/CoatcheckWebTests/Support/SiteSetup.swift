// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation
import TestKit

/// The setup of a website that runs in its own process.
enum SiteSetup {
  /// The lifetime of access tokens that are refreshed soon, in seconds: a session replaces them after half
  /// of it.
  static let briefLifetime = 4
  /// The time after which a page with such a token refreshes it.
  static let untilRefresh = Duration.milliseconds(2100)

  /// A provider with the users Alice and Bob, where the site is the client `photos`.
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

  /// Creates the key file of a site.
  static func makeKey(in folder: Folder) {
    let made = FileManager.default.createFile(
      atPath: folder.path + "/web.key", contents: Data(RuntimeEnvironment.live.random(32)),
      attributes: [.posixPermissions: 0o600])
    #expect(made)
  }

  /// Waits until a started site responds.
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
