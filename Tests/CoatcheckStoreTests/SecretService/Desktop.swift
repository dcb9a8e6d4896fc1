// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A desktop without a screen: a session bus and a home folder of its own, and a keyring on demand.
final class Desktop: Sendable {
  static let isInstalled = ["dbus-daemon", "gnome-keyring-daemon", "secret-tool"].allSatisfy {
    FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
  }

  /// A short path: the path of a socket has at most 107 bytes.
  let folder: String
  private let bus: ChildProcess

  /// What every program on this desktop finds in its environment.
  var environment: [String: String] {
    [
      "HOME": "\(folder)/home", "XDG_DATA_HOME": "\(folder)/home/share",
      "XDG_RUNTIME_DIR": "\(folder)/run", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus",
      "DISPLAY": "", "WAYLAND_DISPLAY": "", "GNOME_KEYRING_CONTROL": "",
    ]
  }

  /// Runs a body on a new desktop.
  static func with(_ body: (Desktop) async throws -> Void) async throws {
    let desktop = try Desktop()
    defer { desktop.close() }
    try await desktop.waitUntil { FileManager.default.fileExists(atPath: "\(desktop.folder)/bus") }
    try await body(desktop)
  }

  /// Runs a body on a new desktop with a keyring.
  static func withKeyring(_ body: (Desktop, ChildProcess) async throws -> Void) async throws {
    try await with { desktop in
      try await desktop.withKeyring(password: "pw") { try await body(desktop, $0) }
    }
  }

  private init() throws {
    folder = "/tmp/cc-\(UUID().uuidString.prefix(12))"
    let private0700: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    for path in ["\(folder)/run", "\(folder)/home/share"] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: private0700)
    }
    // The bus starts no service by itself, so a service that is not running stays unavailable.
    let configuration = """
      <busconfig>
        <type>session</type><listen>unix:path=\(folder)/bus</listen><auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    try configuration.write(toFile: "\(folder)/bus.conf", atomically: true, encoding: .utf8)
    bus = try ChildProcess(
      "/usr/bin/dbus-daemon", ["--nofork", "--config-file=\(folder)/bus.conf"])
  }

  private func close() {
    bus.stop(SIGTERM)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the bus, as a logout does.
  func stopBus() { bus.stop(SIGTERM) }

  /// Starts gnome-keyring; without a password the keyring that is there stays locked.
  func startKeyring(password: String?) async throws -> ChildProcess {
    let file = "\(folder)/password"
    try (password ?? "").write(toFile: file, atomically: true, encoding: .utf8)
    let how = password == nil ? "--start" : "--unlock"
    let keyring = try ChildProcess(
      "/usr/bin/gnome-keyring-daemon", [how, "--foreground", "--components=secrets"],
      environment: environment, input: file)
    try await waitForName("org.freedesktop.secrets")
    return keyring
  }

  /// Runs a body while a keyring is there.
  func withKeyring(password: String?, _ body: (ChildProcess) async throws -> Void) async throws {
    let keyring = try await startKeyring(password: password)
    defer { keyring.stop(SIGKILL) }
    try await body(keyring)
  }

  /// Waits until a program on the bus has the name.
  func waitForName(_ name: String) async throws {
    try await waitUntil {
      let (output, _) = try await self.run(
        "/usr/bin/dbus-send",
        [
          "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
          "org.freedesktop.DBus.NameHasOwner", "string:\(name)",
        ])
      return output.contains("boolean true")
    }
  }

  /// Locks the keyring of the login.
  func lockKeyring() async throws {
    let keyring = "/org/freedesktop/secrets/collection/login"
    _ = try await run(
      "/usr/bin/dbus-send",
      [
        "--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
        "org.freedesktop.Secret.Service.Lock", "array:objpath:\(keyring)",
      ])
  }

  /// Runs a program on this desktop to its end.
  func run(_ program: String, _ arguments: [String]) async throws -> (String, Int32) {
    let (output, status) = try await ChildProcess(program, arguments, environment: environment)
      .end()
    return (output, status)
  }

  /// Starts a worker on this desktop.
  func worker(
    _ kind: String, _ commands: String, without variables: [String] = []
  ) throws -> ChildProcess {
    let environment = environment.merging(variables.map { ($0, "") }) { $1 }
    return try ChildProcess(
      BuiltProgram.path("StoreWorker"),
      [kind, "test"] + commands.split(separator: " ").map(String.init), environment: environment)
  }

  /// What a worker printed, line by line, once it has ended.
  func work(
    _ kind: String, _ commands: String, without variables: [String] = []
  ) async throws -> [String] {
    let (output, _) = try await worker(kind, commands, without: variables).end()
    return output.split(separator: "\n").map(String.init)
  }

  private func waitUntil(_ isSo: () async throws -> Bool) async throws {
    for _ in 0..<12_000 {
      if try await isSo() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverHappened()
  }
}

/// The desktop was not ready after two minutes.
struct NeverHappened: Error {}
