// SPDX-License-Identifier: Apache-2.0

/// Why two files are no certificate to serve with. At the start nothing is served; later, the certificate that was read
/// before stays.
public enum ServerCertificateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file is not there, or may not be read.
  case unreadable(String)
  /// A file holds no certificates as PEM.
  case noCertificate(String)
  /// A file holds no private key as PEM, or an encrypted one.
  case noKey(String)
  /// Every user of the machine may read the private key.
  case loose(String)
  /// The key is not that of the first certificate.
  case mismatch(String, String)

  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .unreadable(let file): "the file \(file) for TLS cannot be read"
    case .noCertificate(let file): "the file \(file) holds no certificate in PEM"
    case .noKey(let file): "the file \(file) holds no private key in PEM, or an encrypted one"
    case .loose(let file):
      "the private key in \(file) can be read by every user: chmod 640 it, and consider it known"
    case .mismatch(let certificate, let key):
      "the private key in \(key) is not that of the first certificate in \(certificate)"
    }
  }
}
