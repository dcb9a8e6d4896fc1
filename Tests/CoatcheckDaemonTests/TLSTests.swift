// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd with a certificate", .timeLimit(.minutes(10)))
  struct TLSTests {
    /// The certificates of a test, and a folder with those that a daemon uses now.
    private struct Files {
      let certificates: Certificates
      let folder: Folder

      init() throws {
        certificates = try Certificates()
        try certificates.certificate("other", key: "b")
        folder = try Folder()
        try use("server", key: "a")
      }

      func use(_ name: String, key: String) throws {
        try put(
          "live.key", String(decoding: certificates.folder.read("\(key).key") ?? [], as: UTF8.self))
        try put(
          "live.pem", String(decoding: certificates.folder.read("\(name).pem") ?? [], as: UTF8.self)
        )
      }

      func put(_ name: String, _ text: String, mode: Int = 0o600) throws {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }

      var options: [String] {
        [
          "--issuer", "https://localhost", "--tls-certificate", folder.path + "/live.pem",
          "--tls-key",
          folder.path + "/live.key",
        ]
      }
    }

    /// Asks a daemon over TLS, by openssl, and trusts one certificate.
    private static func ask(
      _ daemon: Daemon, trusting file: String, _ options: String = ""
    ) throws -> String {
      let request = #"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"#
      return try ChildProcess.run([
        "sh", "-c",
        """
        printf '\(request)' | timeout 60 openssl s_client -connect 127.0.0.1:\(daemon.port) -ign_eof \
        -servername localhost -CAfile '\(file)' -verify_return_error \(options)
        """,
      ]).output
    }

    private static func isServed(_ output: String) -> Bool { output.contains("HTTP/1.1 200 OK") }

    @Test("speaks TLS 1.2 and 1.3, nothing older, and no plain http")
    func versions() async throws {
      let files = try Files()
      let daemon = try await Daemon(in: files.folder, files.options)
      defer { daemon.stop() }
      #expect(daemon.origin.hasPrefix("https://"))
      let own = files.certificates.path("server.pem")
      for (options, isServed) in [
        ("-tls1_3", true), ("-tls1_2", true), ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", false),
        ("-tls1 -cipher DEFAULT@SECLEVEL=0", false), ("-alpn h2,http/1.1", true),
      ] {
        let output = try Self.ask(daemon, trusting: own, options)
        #expect(Self.isServed(output) == isServed, "\(options): \(output)")
        if options.contains("alpn") {
          #expect(output.contains("ALPN protocol: http/1.1"), "\(output)")
        }
      }
      let plain = AddressedTransport(from: "127.0.0.1", to: daemon.port)
      let answer = await plain.exchange(Array("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      #expect(!Self.isServed(String(decoding: answer, as: UTF8.self)))
    }

    @Test("reads a new one on SIGHUP and when the files change; a broken one leaves the old one")
    func renewed() async throws {
      let files = try Files()
      let daemon = try await Daemon(in: files.folder, files.options)
      defer { daemon.stop() }
      let (old, new) = (files.certificates.path("server.pem"), files.certificates.path("other.pem"))
      #expect(Self.isServed(try Self.ask(daemon, trusting: old)))

      try files.put("live.pem", "broken")
      daemon.child.send(SIGHUP)
      _ = try await daemon.child.line { $0.contains("the new certificate cannot be used") }
      #expect(Self.isServed(try Self.ask(daemon, trusting: old)))
      #expect(daemon.child.output.contains("holds no certificate in PEM"))

      try files.use("other", key: "b")
      daemon.child.send(SIGHUP)
      _ = try await daemon.child.line { $0.contains("the certificate was read again") }
      #expect(Self.isServed(try Self.ask(daemon, trusting: new)))
      #expect(!Self.isServed(try Self.ask(daemon, trusting: old)))

      // Without a signal: the files are looked at every ten seconds.
      try files.put("live.key", "broken")
      _ = try await daemon.child.line { $0.contains("holds no private key") }
      #expect(Self.isServed(try Self.ask(daemon, trusting: new)))
      #expect(daemon.child.exit == nil)
    }

    @Test("that has expired, or will within two weeks, is reported")
    func expiry() async throws {
      let files = try Files()
      try files.certificates.certificate("old", days: -1)
      try files.certificates.certificate("late", days: 13)
      try files.use("old", key: "a")
      let daemon = try await Daemon(in: files.folder, files.options)
      defer { daemon.stop() }
      _ = try await daemon.child.line {
        $0.contains("error") && $0.contains("the certificate has expired")
      }
      try files.use("late", key: "a")
      daemon.child.send(SIGHUP)
      _ = try await daemon.child.line {
        $0.contains("warning") && $0.contains("the certificate expires soon")
      }
      try files.use("server", key: "a")
      daemon.child.send(SIGHUP)
      _ = try await daemon.child.line { _ in
        daemon.child.output.components(separatedBy: "the certificate was read again").count == 3
      }
      daemon.child.stop()
      #expect(daemon.child.output.components(separatedBy: "the certificate ").count == 5)
    }

    @Test("does not start with files that cannot be used, and says why")
    func unusable() async throws {
      let files = try Files()
      let rows: [(name: String, spoil: () throws -> Void, text: String)] = [
        ("no certificate", { try files.put("live.pem", "text") }, "holds no certificate in PEM"),
        ("an empty one", { try files.put("live.pem", "") }, "holds no certificate in PEM"),
        (
          "a file that is not there",
          { try FileManager.default.removeItem(atPath: files.folder.path + "/live.pem") },
          "cannot be read"
        ),
        ("a text as the key", { try files.put("live.key", "text") }, "holds no private key"),
        (
          "a key that is not there",
          { try FileManager.default.removeItem(atPath: files.folder.path + "/live.key") },
          "cannot be read"
        ),
        (
          "the key of another certificate", { try files.use("server", key: "b") },
          "is not that of the first certificate"
        ),
        (
          "a key that all users can read",
          {
            let key = String(decoding: files.certificates.folder.read("a.key") ?? [], as: UTF8.self)
            try files.put("live.key", key, mode: 0o644)
          }, "can be read by every user"
        ),
      ]
      for row in rows {
        try files.use("server", key: "a")
        try row.spoil()
        let (output, status) = try await Daemon.start(in: files.folder.path, files.options).end()
        #expect(status == 1 && output.contains(row.text), "\(row.name): \(output)")
        #expect(!output.contains("listening on"), "\(row.name)")
      }
      let plain = Array(files.options.dropFirst(2))
      let (output, status) = try await Daemon.start(in: files.folder.path, plain).end()
      #expect(
        status == 64 && output.contains("--tls-certificate: needs an https issuer"), "\(output)")
    }
  }
}
