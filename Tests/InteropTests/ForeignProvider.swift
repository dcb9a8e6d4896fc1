// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A provider written by others, started on a free loopback port, with one person and one client.
struct ForeignProvider: Sendable {
  /// Where its issuer is.
  let issuer: String
  private let process: ChildProcess

  func stop() { process.stop() }

  /// A make of providers.
  struct Make: Sendable, CustomTestStringConvertible {
    /// What it is called.
    let name: String
    /// The program, and what it is started with.
    let command: [String]
    /// The id and the secret of its client.
    let client: (id: String, secret: String)
    /// The address of its person.
    let email: String
    /// Whether a refresh brings another refresh token.
    let rotates: Bool
    /// The person at a browser.
    let person: @Sendable () -> any UserAgent

    var testDescription: String { name }
    var isInstalled: Bool {
      command.prefix(1).allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    func start() async throws -> ForeignProvider {
      let process = try ChildProcess(
        command[0], Array(command.dropFirst()),
        environment: [
          "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1", "AUTHLIB_INSECURE_TRANSPORT": "1",
        ])
      // What it prints last is its address.
      let line = try await process.line { $0.contains("http://") }
      let start = try #require(line.range(of: "http://"))
      let issuer = line[start.lowerBound...].prefix { !$0.isWhitespace }
      return ForeignProvider(issuer: String(issuer), process: process)
    }
  }
}

extension ForeignProvider {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let python = root.appending(path: ".build/peers/bin/python").path()
  private static func script(_ name: String) -> String {
    root.appending(path: "Tests/InteropTests/Providers/\(name)").path()
  }

  private static let pages: @Sendable (String) -> any UserAgent = { name in
    ScriptedUserAgent(
      username: name, password: Secret("none is asked for"), transport: Transports.system)
  }

  /// `oidc-provider-mock` from PyPI.
  ///
  /// Its ways: any client is accepted; ID tokens carry no `kid`; a refresh returns no new refresh token (seen in
  /// 0.3.4, 2026-11).
  static let mock = Make(
    name: "oidc-provider-mock",
    command: [
      root.appending(path: ".build/peers/bin/oidc-provider-mock").path(), "--host", "127.0.0.1",
      "--port", "0", "--user-claims",
      #"{"sub": "bob", "email": "bob@example.test", "name": "Bob Example"}"#,
    ], client: ("app", "any secret"), email: "bob@example.test", rotates: false,
    person: { pages("bob") })

  /// A provider of Authlib and Flask, put together in `Providers/authlib_provider.py`.
  static let authlib = Make(
    name: "Authlib", command: [python, script("authlib_provider.py")],
    client: ("app", "authlib-secret"), email: "carol@example.test", rotates: true,
    person: { pages("carol") })

  /// Debian's `glewlwyd`, set up by `Providers/glewlwyd_provider.py`.
  ///
  /// Its ways: errors are 403 with an empty body; `token_type` is in lower case; the issuer has a path; metadata leaves
  /// out grants that work; `sub` is a random text; its pages are a program in the browser, whose requests are made here (seen in 2.7.5, 2026-11).
  static let glewlwyd = Make(
    name: "glewlwyd",
    command: FileManager.default.isExecutableFile(atPath: "/usr/bin/glewlwyd")
      ? [python, script("glewlwyd_provider.py")] : ["/usr/bin/glewlwyd"],
    client: ("app", "glewlwyd-secret-0123456789"), email: "alice@example.test", rotates: true,
    person: { GlewlwydUser() })

  static let makes = [mock, authlib, glewlwyd].filter(\.isInstalled)
}
