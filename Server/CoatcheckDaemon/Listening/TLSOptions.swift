// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckServer

/// TLS without a proxy.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Speak TLS with the certificates in this PEM file. Read again on SIGHUP, and when the files change.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key of the first of them, as PEM.", valueName: "file"))
  var tlsKey: String?

  var isOn: Bool { tlsCertificate != nil }

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together")
    }
  }

  /// Checks that the issuer fits.
  func check(issuer: String?) throws {
    guard !isOn || issuer?.lowercased().hasPrefix("https:") == true else {
      throw ValidationError(
        "--tls-certificate needs --issuer https://…: the name in the certificate")
    }
  }

  /// The certificate, read.
  ///
  /// - Throws: ``ServerCertificateError``.
  func certificate() throws -> ServerCertificate? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return try ServerCertificate(certificateFile: tlsCertificate, keyFile: tlsKey)
  }
}
