// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Coatcheck
import CoatcheckStorage
import CoatcheckTesting
import Foundation
import Logging

/// What one run of a flow has: a network that marks what passes, a log, and a place for databases.
struct Stage: Sendable {
  /// The secrets.
  let marks: Marks
  /// The client's way to the network; its answers may be spoilt.
  let network: WireTap
  /// Where this run's databases are.
  let folder: String
  /// The clock of servers and clients. Whoever sleeps moves it.
  let clock = TestClock()

  /// A log that says everything.
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

  /// A browser, whose answers nobody spoils.
  func browser(
    _ username: String, _ password: Secret,
    redirect: String = "http://127.0.0.1:49152/callback",
    _ answer: ScriptedUserAgent.Answer = .allow
  ) -> ScriptedUserAgent {
    ScriptedUserAgent(
      username: username, password: password, answer: answer, redirectURI: redirect,
      transport: WireTap(Transports.system, marks))
  }

  /// A database of its own.
  func database() async throws -> SQLiteStore {
    try await SQLiteStore(path: folder + "/\(UUID().uuidString).sqlite")
  }

  /// A client of a provider.
  func client(
    of provider: Provider, id: String, secret: Secret? = nil, redirect: String,
    agent: any UserAgent, store: any TokenStore = MemoryTokenStore()
  ) -> Client {
    Client(of: provider, id: id, secret: secret, store: store, transport: network) {
      $0.redirect = .fixed(redirect)
      $0.userAgent = agent
      $0.environment = environment
      $0.logger = logger("client")
    }
  }

  /// Shows a value in all forms.
  func show(_ name: String, _ value: Any) { Show.value(name, value) }

  /// Does what may fail, and shows how.
  func attempt<Value>(_ name: String, _ step: () async throws -> Value) async {
    do {
      show(name, try await step())
    } catch {
      show(name, error)
    }
  }
}
