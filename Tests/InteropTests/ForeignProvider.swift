// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A provider of another project on a free loopback port, with one user and one client.
struct ForeignProvider: Sendable {
  /// Its issuer.
  let issuer: String
  private let process: ChildProcess

  func stop() { process.stop() }

  /// The software of a provider.
  struct Make: Sendable, CustomTestStringConvertible {
    /// Its name.
    let name: String
    /// The program and its arguments.
    let command: [String]
    /// The id and the secret of its client.
    let client: (id: String, secret: String)
    /// The email address of its user.
    let email: String
    /// Whether a refresh returns another refresh token.
    let rotates: Bool
    /// Its user at a browser.
    let user: @Sendable () -> any UserAgent

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
      // The last line has its address.
      let line = try await process.line { $0.contains("http://") }
      let start = try #require(line.range(of: "http://"))
      let issuer = line[start.lowerBound...].prefix { !$0.isWhitespace }
      return ForeignProvider(issuer: String(issuer), process: process)
    }
  }
}

extension ForeignProvider {
  private static let root = ForeignPython.root
  private static let python = ForeignPython.path
  private static func script(_ name: String) -> String {
    root.appending(path: "Tests/InteropTests/Providers/\(name)").path()
  }

  private static let pages: @Sendable (String) -> any UserAgent = { name in
    ScriptedUserAgent(
      username: name, password: Secret("unused"), transport: Transports.system)
  }

  /// `oidc-provider-mock` from PyPI.
  ///
  /// Deviations: any client is accepted; ID tokens have no `kid`; a refresh returns no new refresh token (seen in
  /// 0.3.4, 2026-11).
  static let mock = Make(
    name: "oidc-provider-mock",
    command: [
      root.appending(path: ".build/peers/bin/oidc-provider-mock").path(), "--host", "127.0.0.1",
      "--port", "0", "--user-claims",
      #"{"sub": "bob", "email": "bob@example.test", "name": "Bob Example"}"#,
    ], client: ("app", "any secret"), email: "bob@example.test", rotates: false,
    user: { pages("bob") })

  /// A provider of Authlib and Flask in `Providers/authlib_provider.py`.
  static let authlib = Make(
    name: "Authlib", command: [python, script("authlib_provider.py")],
    client: ("app", "authlib-secret"), email: "carol@example.test", rotates: true,
    user: { pages("carol") })

  /// Debian's `glewlwyd`, set up by `Providers/glewlwyd_provider.py`.
  ///
  /// Deviations: errors are 403 with an empty body; `token_type` is in lower case; the issuer has a path; the metadata
  /// omits supported grants; `sub` is random; its pages need JavaScript (seen in 2.7.5, 2026-11).
  static let glewlwyd = Make(
    name: "glewlwyd",
    command: FileManager.default.isExecutableFile(atPath: "/usr/bin/glewlwyd")
      ? [python, script("glewlwyd_provider.py")] : ["/usr/bin/glewlwyd"],
    client: ("app", "glewlwyd-secret-0123456789"), email: "alice@example.test", rotates: true,
    user: { GlewlwydUser() })

  static let makes = [mock, authlib, glewlwyd].filter(\.isInstalled)
}
