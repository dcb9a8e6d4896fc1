// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("the Unix socket of administration", .timeLimit(.minutes(10)))
  struct AdministrationSocketTests {
    @Test(
      "only its owner can use the socket, even if the permissions of the file allow other users")
    func others() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Visitor.clients)
      defer { daemon.stop() }
      try await Self.socket(in: folder)
      #expect(try await Self.command(["clients", "list"], in: folder).status == 0)
      // Only root becomes another user.
      guard geteuid() == 0 else { return }
      let socket = folder.path + "/d.sqlite.admin"
      #expect(chmod(folder.path, 0o755) == 0)
      #expect(try await Self.asOtherUser(socket) == "PermissionError")
      #expect(chmod(socket, 0o666) == 0)
      #expect(try await Self.asOtherUser(socket) == "HTTP/1.1 403 Forbidden")
      // Root may use the socket of any user, like its owner.
      #expect(try await Self.command(["clients", "list"], in: folder).status == 0)
    }

    @Test("the socket of a killed server is replaced, and that of a running server is not")
    func left() async throws {
      let folder = try Folder()
      let killed = try await Daemon(in: folder, seed: Visitor.clients)
      try await Self.socket(in: folder)
      killed.child.crash()
      let next = try await Daemon(in: folder)
      defer { next.stop() }
      for _ in 0..<600 where try await !Self.isServed(in: folder) {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await Self.isServed(in: folder))
      let other = try await Daemon(in: folder)
      _ = try await other.child.line { $0.contains("no socket for administration") }
      other.stop()
      #expect(try await Self.isServed(in: folder))
      let named = try Daemon.start(
        in: folder.path, ["--admin-socket", folder.path + "/d.sqlite.admin"])
      let (output, status) = try await named.end()
      #expect(status == 1)
      #expect(output.contains("another server has it"))
      next.child.stop()
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/d.sqlite.admin"))
    }

    /// Waits until the socket can be used.
    private static func socket(in folder: Folder) async throws {
      for _ in 0..<600 where (try? folder.mode("d.sqlite.admin")) != 0o600 {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try folder.mode("d.sqlite.admin") == 0o600)
    }

    /// Whether a server answers at the socket: a named socket has no fallback to the database.
    private static func isServed(in folder: Folder) async throws -> Bool {
      let socket = ["--admin-socket", folder.path + "/d.sqlite.admin"]
      return try await command(["clients", "list"] + socket, in: folder).status == 0
    }

    private static func command(
      _ words: [String], in folder: Folder
    ) async throws -> (output: String, status: Int32) {
      try await ChildProcess(
        BuiltProgram.path("coatcheckd"), words + ["--database", folder.path + "/d.sqlite"]
      ).end()
    }

    /// What another user gets at the socket: the status line, or the name of the error.
    private static func asOtherUser(_ socket: String) async throws -> String {
      let program = """
        import os, socket, sys
        os.setgid(65534)
        os.setuid(65534)
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(20)
        try:
            connection.connect(sys.argv[1])
            connection.sendall(b"GET /admin/users HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n")
            print(connection.makefile().readline().strip())
        except OSError as error:
            print(type(error).__name__)
        """
      let process = try ChildProcess("/usr/bin/env", ["python3", "-c", program, socket])
      return try await process.end().output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
