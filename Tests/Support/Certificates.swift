// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Keys and certificates that openssl creates for one test.
public final class Certificates: Sendable {
  /// The folder of the files.
  public let folder: Folder

  /// Makes the keys `a` and `b`, and the certificate `server` for `localhost` and 127.0.0.1.
  public init() throws {
    folder = try Folder()
    try key("a")
    try key("b")
    try certificate("server", key: "a")
  }

  /// `openssl` failed.
  public struct Failed: Error {
    /// What it printed.
    public let output: String
  }

  /// The path of a file: `NAME.pem`, `NAME.key`, `NAME.der`.
  public func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func openssl(_ words: [String]) throws {
    let (output, status) = try ChildProcess.run(["openssl"] + words)
    guard status == 0 else { throw Failed(output: output) }
  }

  private func key(_ name: String) throws {
    try openssl([
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
      path("\(name).key"),
    ])
  }

  /// Creates a certificate, self-signed or issued by another one.
  ///
  /// - Parameters:
  ///   - name: The name of its files.
  ///   - key: Its key: `a` or `b`.
  ///   - names: Its subject alternative names; nil for a certificate with only a common name.
  ///   - issuer: The certificate that issues it, and its key.
  ///   - extensions: Further extensions.
  public func certificate(
    _ name: String, key: String, names: String? = "DNS:localhost,IP:127.0.0.1",
    by issuer: (name: String, key: String)? = nil, extensions: [String] = []
  ) throws {
    var words = [
      "req", "-new", "-x509", "-days", "30", "-subj", "/CN=localhost", "-key", path("\(key).key"),
      "-out", path("\(name).pem"),
    ]
    if let names { words += ["-addext", "subjectAltName=\(names)"] }
    for text in extensions { words += ["-addext", text] }
    if let issuer {
      words += ["-CA", path("\(issuer.name).pem"), "-CAkey", path("\(issuer.key).key")]
    }
    try openssl(words)
    try openssl([
      "x509", "-in", path("\(name).pem"), "-outform", "der", "-out", path("\(name).der"),
    ])
  }

  /// Makes a certificate like `server` that is valid for some days from now on; a negative number is in the past.
  public func certificate(_ name: String, days: Int) throws {
    try openssl([
      "x509", "-in", path("server.pem"), "-signkey", path("a.key"), "-days", "\(days)", "-out",
      path("\(name).pem"),
    ])
  }

  /// A certificate's bytes.
  public func der(_ name: String) throws -> Data {
    Data(folder.read("\(name).der") ?? [])
  }

  /// The SHA-256 of the key that `openssl` calculates, in base64.
  public func keyHash(_ key: String) throws -> String {
    let (output, status) = try ChildProcess.run([
      "sh", "-c",
      "openssl pkey -in \(path("\(key).key")) -pubout -outform der"
        + " | openssl dgst -sha256 -binary | openssl base64",
    ])
    guard status == 0 else { throw Failed(output: output) }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
