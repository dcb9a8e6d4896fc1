// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Crypto
public import CoatcheckFoundation

/// A pin of the certificate of a server: one certificate, or any certificate of one key.
///
/// The certificate that is looked at is the server's own, not one of an authority above it. A key outlives
/// its certificates, so that a pinned key needs no new version of the program when the certificate is
/// renewed with it. Pin a second key that is kept in a safe: when the only one is lost, the program cannot
/// reach the server any more.
public struct CertificatePin: Sendable, Hashable {
  enum Subject: Sendable, Hashable { case certificate, publicKey }

  let subject: Subject
  /// The SHA-256 of the certificate or of the key.
  let sha256: Data

  /// Pins one certificate.
  ///
  /// - Parameter der: The certificate, as `openssl x509 -outform der` writes it.
  public static func certificate(der: Data) -> CertificatePin {
    CertificatePin(subject: .certificate, sha256: Data(SHA256.hash(data: der)))
  }

  /// Pins one certificate.
  ///
  /// - Parameter sha256: The 32 bytes of its fingerprint: the SHA-256 of its DER form.
  /// - Throws: `misused` naming `sha256` when they are not 32 bytes.
  public static func certificate(sha256: Data) throws(OAuthError) -> CertificatePin {
    try CertificatePin(subject: .certificate, checked: sha256)
  }

  /// Pins a key: any certificate of the key matches.
  ///
  /// - Parameter sha256: The 32 bytes of the SHA-256 of the certificate's SubjectPublicKeyInfo.
  /// - Throws: `misused` naming `sha256` when they are not 32 bytes.
  public static func publicKey(sha256: Data) throws(OAuthError) -> CertificatePin {
    try CertificatePin(subject: .publicKey, checked: sha256)
  }

  /// Pins a key, written as for `curl --pinnedpubkey`: any certificate of the key matches.
  ///
  /// - Parameter text: `sha256//` and the SHA-256 of the SubjectPublicKeyInfo in base64, with padding.
  /// - Throws: `misused` naming `text` when it is something else.
  public static func publicKey(_ text: String) throws(OAuthError) -> CertificatePin {
    let prefix = "sha256//"
    guard text.hasPrefix(prefix),
      let hash = Data(base64Encoded: String(text.dropFirst(prefix.count))),
      hash.count == SHA256.byteCount
    else {
      throw .misused("text", "The pin is not sha256// and 32 bytes in base64.")
    }
    return CertificatePin(subject: .publicKey, sha256: hash)
  }

  /// Pins the key of a certificate: any certificate of the key matches.
  ///
  /// - Parameter der: A certificate, as `openssl x509 -outform der` writes it.
  /// - Throws: `misused` naming `der` when it is not a certificate.
  public static func publicKey(ofCertificate der: Data) throws(OAuthError) -> CertificatePin {
    guard let certificate = ServerCertificate(der: Array(der)) else {
      throw .misused("der", "The bytes are not a certificate.")
    }
    return CertificatePin(subject: .publicKey, sha256: certificate.publicKeySHA256)
  }

  private init(subject: Subject, sha256: Data) {
    self.subject = subject
    self.sha256 = sha256
  }

  private init(subject: Subject, checked sha256: Data) throws(OAuthError) {
    guard sha256.count == SHA256.byteCount else {
      throw .misused("sha256", "A SHA-256 has 32 bytes.")
    }
    self.init(subject: subject, sha256: Data(sha256))
  }

  func fits(_ certificate: ServerCertificate) -> Bool {
    switch subject {
    case .certificate: certificate.sha256 == sha256
    case .publicKey: certificate.publicKeySHA256 == sha256
    }
  }
}
