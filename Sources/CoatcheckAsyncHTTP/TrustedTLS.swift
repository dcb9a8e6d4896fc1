// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import NIOCore
  import NIOSSL

  /// How a client's connections find that a server is the one it should be.
  enum TrustedTLS {
    /// - Parameters:
    ///   - configuration: The client's, which is changed.
    ///   - authority: The host that the client is for.
    ///   - trust: What is trusted there.
    ///   - identity: The client certificate.
    ///   - environment: What says whether a certificate is valid now.
    static func configure(
      _ configuration: inout HTTPClient.Configuration, for authority: String,
      trusting trust: HostTrust, showing identity: TLSIdentity?, _ environment: RuntimeEnvironment
    ) {
      var tls = TLSConfiguration.makeClientConfiguration()
      // RFC 9325 §3.1.1: "Implementations MUST NOT negotiate TLS version 1.1".
      tls.minimumTLSVersion = .tlsv12
      if let identity {
        tls.certificateChain = identity.certificates.map { .certificate($0) }
        tls.privateKey = .privateKey(identity.key)
      }
      switch trust.anchors {
      case .system: tls.trustRoots = SystemAuthorities.roots
      case .own(let certificates):
        // One that cannot be read is not trusted.
        tls.trustRoots = .certificates(
          certificates.compactMap { try? NIOSSLCertificate(bytes: Array($0), format: .der) })
      case .pins:
        // The handshake still proves that the server has the key of its certificate; which
        // certificate that is, is looked at below.
        tls.certificateVerification = .none
      #if DEBUG
        case .unchecked: tls.certificateVerification = .none
      #endif
      }
      configuration.tlsConfiguration = tls
      #if canImport(Network)
        // The system's own connections judge names as they should.
        guard trust.looksAtCertificate else { return }
      #endif
      let host = TrustRules.split(authority).host
      // RFC 9525 §6: the certificate is compared with the host of the URI, not with what that was
      // resolved to. swift-nio-ssl also takes one for the address it came to, and a client that
      // sends a name to an address of their own can have such a certificate.
      let judge: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
        do {
          let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
          try trust.check(certificate?.toDERBytes(), of: host, at: environment.now())
          return channel.eventLoop.makeSucceededVoidFuture()
        } catch {
          // The client first learns why, and only then that the connection is gone.
          channel.eventLoop.execute { channel.close(promise: nil) }
          return channel.eventLoop.makeFailedFuture(
            OAuthError.known(error) ?? .certificateMismatch("\(host) has shown no certificate."))
        }
      }
      // AsyncHTTPClient waits for these before it gives the new connection to a request: nothing of
      // it was sent yet. With HTTP/2 frames of its own go out before, which a peer that fails the
      // pins must not get.
      configuration.http1_1ConnectionDebugInitializer = judge
      configuration.http2ConnectionDebugInitializer = judge
      if trust.looksAtCertificate { configuration.httpVersion = .http1Only }
    }
  }

  /// Tells the failures of a handshake in which the server's certificate was refused.
  enum CertificateFailure {
    static func isOne(_ error: any Error) -> Bool {
      switch error {
      case let error as NIOSSLExtraError:
        error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch
      case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: true
      case NIOSSLError.handshakeFailed(.sslError(let stack)):
        stack.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
      default: false
      }
    }
  }
#endif
