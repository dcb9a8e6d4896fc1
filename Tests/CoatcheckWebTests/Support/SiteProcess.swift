// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import Foundation
import Synchronization
import TestKit

/// The example of the guide in one process, or in several behind nginx, with sessions in one SQLite file;
/// and a provider.
final class SiteProcess: RemoteSite {
  let folder: Folder
  /// The ports on which the processes listen.
  let ports: [Int]
  let origin: String
  let provider: TestServer
  let transport: any HTTPTransport = PatientTransport()
  private let proxy: ReverseProxy?
  private let children: Mutex<[Int: ChildProcess]> = Mutex([:])

  /// The file of the sessions.
  var file: String { folder.path + "/web.sqlite" }

  /// Starts a site.
  ///
  /// - Parameters:
  ///   - count: How many processes it has.
  ///   - lifetime: How many seconds the provider's access tokens last.
  ///   - environment: Further environment variables, for a folder.
  static func start(
    _ count: Int = 1, accessTokensFor lifetime: Int = 600,
    environment: (String) throws -> [String: String] = { _ in [:] }
  ) async throws -> SiteProcess {
    let folder = try Folder()
    SiteSetup.makeKey(in: folder)
    let ports = (0..<count).map { _ in TestPorts.candidate() }
    let proxy = count == 1 ? nil : try await ReverseProxy(.nginx, before: ports)
    let origin = "http://127.0.0.1:\(proxy?.port ?? ports[0])"
    let provider = try await SiteSetup.provider(of: origin, accessTokensFor: lifetime)
    let site = SiteProcess(
      folder: folder, ports: ports, origin: origin, provider: provider, proxy: proxy)
    for n in 0..<count { try await site.launch(n, environment: environment(folder.path)) }
    return site
  }

  private init(
    folder: Folder, ports: [Int], origin: String, provider: TestServer, proxy: ReverseProxy?
  ) {
    self.folder = folder
    self.ports = ports
    self.origin = origin
    self.provider = provider
    self.proxy = proxy
  }

  /// Starts a process, and waits until it responds.
  ///
  /// - Parameters:
  ///   - n: The number of the process.
  ///   - environment: Further environment variables.
  func launch(_ n: Int = 0, environment: [String: String] = [:]) async throws {
    let program = try ChildProcess(
      "/usr/bin/env",
      ["-C", folder.path, BuiltProgram.path("WebsiteExample")],
      environment: [
        "SITE_PORT": "\(ports[n])", "SITE_ORIGIN": origin, "SITE_ISSUER": provider.issuer,
        "SITE_SECRET": World.secret.reveal(),
      ].merging(environment) { $1 })
    children.withLock { $0[n] = program }
    try await SiteSetup.wait(for: program, at: "http://127.0.0.1:\(ports[n])")
  }

  /// The address of the proxy, or of one process.
  func road(to node: Int?) -> (address: String, fields: HTTPFields) {
    (node.map { "http://127.0.0.1:\(ports[$0])" } ?? origin, HTTPFields())
  }

  /// Kills a process with SIGKILL.
  func crash(_ n: Int = 0) { children.withLock { $0[n] }?.crash() }

  /// Sends a process a signal.
  func send(_ signal: Int32, to n: Int = 0) { children.withLock { $0[n] }?.send(signal) }

  /// Waits until a process has been stopped by a signal, and continues it after a moment.
  func resumeOnceStopped() async throws {
    defer { send(SIGCONT) }
    while children.withLock({ $0[0] })?.isStopped != true {
      try await Task.sleep(for: .milliseconds(5))
    }
    try await Task.sleep(for: .milliseconds(100))
  }

  /// The maximum memory of a process, in bytes.
  var maximumMemory: Int? { children.withLock { $0[0] }?.maximumMemory }

  /// The length of the session files, in bytes.
  var storedLength: Int {
    ["", "-wal"].map { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file + suffix)
      return attributes?[.size] as? Int ?? 0
    }.reduce(0, +)
  }

  /// Checks the store of the site after the site has ended.
  func checkStore() async throws {
    let store = try SQLiteWebSessions(path: file)
    try await store.check()
    while try await store.sweep(limit: 1000, at: .distantFuture).count == 1000 {}
    #expect(try await store.sweep(limit: 1000, at: .distantFuture).isEmpty)
    try await store.close()
  }

  func stop() async {
    for child in children.withLock({ Array($0.values) }) { child.stop() }
    proxy?.stop()
    await provider.stop()
  }
}
