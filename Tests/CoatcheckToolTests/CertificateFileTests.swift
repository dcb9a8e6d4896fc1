// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A server whose certificate the system does not trust", .timeLimit(.minutes(10)))
struct CertificateFileTests {
  @Test("is trusted where SSL_CERT_FILE names its certificate, and nowhere else")
  func named() async throws {
    let certificates = try Certificates()
    try certificates.certificate("other", key: "b")
    let daemon = try ChildProcess(
      Programs.path("coatcheckd"),
      [
        "serve", "--port", "0", "--database", certificates.path("d.sqlite"),
        "--issuer", "https://idp.example", "--tls-certificate", certificates.path("server.pem"),
        "--tls-key", certificates.path("a.key"),
      ])
    defer { daemon.stop() }
    let origin = try await daemon.daemonOrigin().replacing("127.0.0.1", with: "localhost")
    let sandbox = try Sandbox()
    // The server says that it is https://idp.example: its document arrived, over a connection that was trusted.
    let rows: [(name: String, file: String?, code: String)] = [
      ("none", nil, "certificate_mismatch"),
      ("its certificate", certificates.path("server.pem"), "discovery_mismatch"),
      ("another certificate", certificates.path("other.pem"), "certificate_mismatch"),
      ("no certificate", certificates.path("a.key"), "certificate_mismatch"),
      ("no file", certificates.path("none.pem"), "certificate_mismatch"),
    ]
    for row in rows {
      let run = try await sandbox.run(
        ["login", origin, "--client-id", "app", "--json"],
        variables: row.file.map { ["SSL_CERT_FILE": $0] } ?? [:])
      #expect(
        run.output.contains("\"\(row.code)\""), "\(row.name): \(run.output)\(run.errors)")
    }
  }
}
