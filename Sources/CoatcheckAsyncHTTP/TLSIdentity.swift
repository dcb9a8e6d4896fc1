// SPDX-License-Identifier: Apache-2.0

#if NIO
  public import CoatcheckOAuth
  import NIOSSL

  /// What a client authenticates with in a TLS handshake: its certificate and the private key.
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

    /// Reads a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificates: The client's certificate, and those that issued it up to one which the
    ///     server has, as PEM.
    ///   - key: The private key, as PEM without a password.
    /// - Throws: `misused` naming the one that cannot be read.
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

    /// The thumbprint that tokens are bound to.
    ///
    /// - Throws: `misused` when the certificate cannot be written.
    public func thumbprint() throws(OAuthError) -> String {
      guard let der = try? certificates[0].toDERBytes() else {
        throw .misused("certificates", "The certificate cannot be written.")
      }
      return CertificateThumbprint.value(ofDER: der)
    }
  }

  extension TLSIdentity: CustomStringConvertible, CustomReflectable {
    /// That it is one; nothing of the key.
    public var description: String { "TLSIdentity([redacted])" }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
