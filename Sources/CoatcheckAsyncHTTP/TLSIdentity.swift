// SPDX-License-Identifier: Apache-2.0

#if NIO
  public import CoatcheckOAuth
  import NIOSSL

  /// The client certificate and its private key, with which a client authenticates in a TLS handshake.
  ///
  /// ```swift
  /// let identity = try TLSIdentity(certificates: pem, key: Secret(keyPEM))
  /// let transport = AsyncHTTPTransport(
  ///   identities: try HostIdentities(["mtls.op.example": identity]))
  /// ```
  ///
  /// It is sent to the hosts it is configured for, if they request it, and to no other host.
  /// [RFC 8705 §2](https://www.rfc-editor.org/rfc/rfc8705#section-2).
  public struct TLSIdentity: Sendable {
    let certificates: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads a certificate and its private key.
    ///
    /// - Parameters:
    ///   - certificates: The client certificate, followed by its intermediate certificates, as PEM.
    ///   - key: The private key, as PEM without a password.
    /// - Throws: `misused` naming `certificates` or `key`, whichever cannot be read.
    public init(certificates: String, key: Secret) throws(OAuthError) {
      do {
        self.certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
      } catch {
        throw .misused("certificates", "The certificates are not PEM.")
      }
      do {
        self.key = try NIOSSLPrivateKey(bytes: Array(key.reveal().utf8), format: .pem)
      } catch {
        throw .misused("key", "The private key is not PEM.")
      }
      guard !self.certificates.isEmpty else {
        throw .misused("certificates", "There is no certificate.")
      }
    }

    /// The SHA-256 thumbprint of the client certificate that tokens are bound to, base64url without
    /// padding (`x5t#S256`): [RFC 8705 §3.1](https://www.rfc-editor.org/rfc/rfc8705#section-3.1).
    ///
    /// - Throws: `misused` naming `certificates` when the certificate cannot be encoded.
    public func thumbprint() throws(OAuthError) -> String {
      guard let der = try? certificates[0].toDERBytes() else {
        throw .misused("certificates", "The certificate cannot be written.")
      }
      return CertificateThumbprint.value(ofDER: der)
    }
  }

  extension TLSIdentity: CustomStringConvertible, CustomReflectable {
    /// A fixed text that reveals nothing of the certificate and the key.
    public var description: String { "TLSIdentity([redacted])" }
    /// An empty mirror, so that a dump does not reveal the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
