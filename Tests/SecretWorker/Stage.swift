// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Coatcheck
import CoatcheckStorage
import CoatcheckTesting
import Foundation
import Logging

/// The context of one run of a flow: a network that marks secrets, a log, and a place for databases.
struct Stage: Sendable {
  /// The secrets.
  let marks: Marks
  /// The transport of the client; its responses may be spoilt.
  let network: WireTap
  /// Where this run's databases are.
  let folder: String
  /// The clock of servers and clients. A sleep advances it.
  let clock = TestClock()

  /// A log at `trace`.
  func logger(_ label: String) -> Logger { Logger(label: label) }

  /// The clock's environment.
  var environment: CoatcheckOAuth.RuntimeEnvironment {
    var environment = CoatcheckOAuth.RuntimeEnvironment.live
    environment.now = { [clock] in clock.now }
    environment.uptime = { [clock] in .seconds(clock.now.timeIntervalSince1970) }
    environment.sleep = { [clock] duration in
      try Task.checkCancellation()
      clock.advance(by: duration)
      try await Task.sleep(for: .milliseconds(1))
    }
    return environment
  }

  /// A browser, whose responses are not spoilt.
  func browser(
    _ username: String, _ password: Secret,
    redirect: String = "http://127.0.0.1:49152/callback",
    _ answer: ScriptedUserAgent.Answer = .allow
  ) -> ScriptedUserAgent {
    ScriptedUserAgent(
      username: username, password: password, answer: answer, redirectURI: redirect,
      transport: WireTap(Transports.system, marks))
  }

  /// The browser of a user of a stand-in.
  func browser(
    _ user: StandInUser, redirect: String = "http://127.0.0.1:49152/callback"
  ) -> ScriptedUserAgent {
    browser(user.username, user.password, redirect: redirect)
  }

  /// A database of its own.
  func database() async throws -> SQLiteStore {
    try await SQLiteStore(path: folder + "/\(UUID().uuidString).sqlite")
  }

  /// A client of a provider.
  func client(
    of provider: Provider, id: String, secret: Secret? = nil,
    redirect: String = "http://127.0.0.1:49152/callback",
    agent: any UserAgent, store: any TokenStore = MemoryTokenStore()
  ) -> Client {
    Client(of: provider, id: id, secret: secret, store: store, transport: network) {
      $0.redirect = .fixed(redirect)
      $0.userAgent = agent
      $0.environment = environment
      $0.logger = logger("client")
    }
  }

  /// Alice, with a password that is marked.
  var user: StandInUser {
    StandInUser(id: "u-alice", username: "alice", password: Secret(marks.make("password")))
  }

  /// Runs a body, and stops a server afterwards.
  func run(_ stop: () async -> Void, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      await stop()
      throw error
    }
    await stop()
  }

  /// Shows a value in all forms.
  func show(_ name: String, _ value: Any) { Show.value(name, value) }

  /// Runs a step that may fail, and shows its result or error.
  func attempt<Value>(_ name: String, _ step: () async throws -> Value) async {
    do {
      show(name, try await step())
    } catch {
      show(name, error)
    }
  }
}
