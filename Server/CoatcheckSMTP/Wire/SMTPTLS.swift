// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation
import NIOCore
import NIOSSL

/// The TLS configuration for a mail server, and the check of its certificate.
struct SMTPTLS: Sendable {
  private let host: String
  private let context: NIOSSLContext

  /// - Throws: `misused` naming `authorities` when these are not certificates.
  init(_ server: SMTPServer) throws(OAuthError) {
    host = server.host
    var tls = TLSConfiguration.makeClientConfiguration()
    // RFC 9325 §3.1.1: "Implementations MUST NOT negotiate TLS version 1.1".
    tls.minimumTLSVersion = .tlsv12
    do {
      if let authorities = server.authorities {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8))
        guard !certificates.isEmpty else { throw NIOSSLError.noCertificateToValidate }
        tls.trustRoots = .certificates(certificates)
      }
      context = try NIOSSLContext(configuration: tls)
    } catch {
      throw .misused(
        "authorities", "The authorities of the mail server are not certificates in PEM.")
    }
  }

  /// The TLS handler for a connection. An IP address is not sent as the server name, but is verified too.
  func handler() throws -> NIOSSLClientHandler {
    let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
  }

  /// Checks that the certificate names the configured host.
  ///
  /// RFC 8314 §5.2 and RFC 9525 §6: the certificate must name the host, not the address that the host
  /// resolves to; swift-nio-ssl accepts a certificate for that address as well.
  func check(_ channel: any Channel, at now: Date) throws {
    let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate()
    try HostTrust.system.check(certificate?.toDERBytes(), of: host, at: now)
  }
}
