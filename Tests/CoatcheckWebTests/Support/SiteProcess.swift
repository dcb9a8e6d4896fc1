// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation
import Synchronization
import TestKit

/// The example of the guide as a process of its own, with its sessions in SQLite, and a provider.
final class SiteProcess: Sendable {
  let folder: Folder
  let port: Int
  let provider: TestServer
  private let child = Mutex<ChildProcess?>(nil)

  private static let secret = Secret("site-secret-0123456789-0123456789")

  var origin: String { "http://127.0.0.1:\(port)" }

  static func start() async throws -> SiteProcess {
    let folder = try Folder()
    let made = FileManager.default.createFile(
      atPath: folder.path + "/web.key", contents: Data(RuntimeEnvironment.live.random(32)),
      attributes: [.posixPermissions: 0o600])
    #expect(made)
    let port = TestPorts.candidate()
    let provider = try await TestServer.start(
      users: [.alice, .bob],
      clients: [
        TestClient(
          RegisteredClient(
            id: "photos", name: "Photos",
            redirectURIs: ["http://127.0.0.1:\(port)/auth/callback/work"],
            authenticationMethod: "client_secret_basic", grantTypes: ["authorization_code"],
            scopes: ["openid"], consent: .implied), secret: secret)
      ], clock: .running())
    let site = SiteProcess(folder: folder, port: port, provider: provider)
    try await site.launch()
    return site
  }

  private init(folder: Folder, port: Int, provider: TestServer) {
    self.folder = folder
    self.port = port
    self.provider = provider
  }

  /// Starts the program, and waits until it answers.
  func launch() async throws {
    let program = try ChildProcess(
      "/usr/bin/env",
      ["-C", folder.path, BuiltProgram.path("WebsiteExample"), "\(port)", provider.issuer],
      environment: ["SITE_SECRET": Self.secret.reveal()])
    child.withLock { $0 = program }
    let browser = TestBrowser(transport: AsyncHTTPTransport())
    for _ in 0..<1000 where (try? await browser.get(origin + "/health").text) != "ok" {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Ends the program with SIGKILL.
  func crash() { child.withLock { $0 }?.crash() }

  func stop() async {
    child.withLock { $0 }?.stop()
    await provider.stop()
  }
}
