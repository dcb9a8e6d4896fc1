// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import NIOCore
  import NIOSSL

  /// Configures how the connections of an HTTP client verify the server.
  enum TrustedTLS {
    /// Sets the TLS configuration and the certificate checks of a client.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client, which is changed.
    ///   - authority: The host that the client connects to.
    ///   - trust: The certificates that are trusted for this host.
    ///   - identity: The client certificate; nil for none.
    ///   - environment: The wall clock for the validity of certificates.
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
        // A certificate that cannot be parsed is not trusted.
        tls.trustRoots = .certificates(
          certificates.compactMap { try? NIOSSLCertificate(bytes: Array($0), format: .der) })
      case .pins:
        // The handshake still verifies that the server holds the private key of its certificate. The
        // certificate is compared with the pins below.
        tls.certificateVerification = .none
      #if DEBUG
        case .unchecked: tls.certificateVerification = .none
      #endif
      }
      configuration.tlsConfiguration = tls
      #if canImport(Network)
        // Network.framework verifies host names itself.
        guard trust.looksAtCertificate else { return }
      #endif
      let host = TrustRules.split(authority).host
      // RFC 9525 §6: the certificate is compared with the host of the URI, not with the address that it
      // was resolved to. swift-nio-ssl also accepts a certificate for the address, and an attacker who
      // redirects a name to an address of their own can have such a certificate.
      let judge: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
        do {
          let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
          try trust.check(certificate?.toDERBytes(), of: host, at: environment.now())
          return channel.eventLoop.makeSucceededVoidFuture()
        } catch {
          // The future fails before the channel is closed, so that the client reports this error and
          // not a closed connection.
          channel.eventLoop.execute { channel.close(promise: nil) }
          return channel.eventLoop.makeFailedFuture(
            OAuthError.known(error) ?? .certificateMismatch("\(host) has shown no certificate."))
        }
      }
      // AsyncHTTPClient waits for these initializers before it passes the new connection to a request,
      // so nothing of the request was sent yet. With HTTP/2 it would send frames of its own first,
      // which a server that fails the pins must not receive.
      configuration.http1_1ConnectionDebugInitializer = judge
      configuration.http2ConnectionDebugInitializer = judge
      if trust.looksAtCertificate { configuration.httpVersion = .http1Only }
    }
  }

  /// Recognizes handshake failures which mean that the server's certificate is not trusted.
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
