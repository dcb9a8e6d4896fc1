// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
package import CoatcheckFoundation

extension HostTrust {
  /// Whether the TLS connection itself has to verify that a trusted authority issued the certificate,
  /// and that the certificate is valid for the host.
  package var usesSystemAuthorities: Bool {
    switch anchors {
    case .system, .own: true
    case .pins: false
    #if DEBUG
      case .unchecked: false
    #endif
    }
  }

  /// Whether the certificate has to be checked here, besides the checks of the connection itself.
  package var looksAtCertificate: Bool { pins != nil || !usesSystemAuthorities }

  /// Checks the certificate of a server, before anything of a request is sent to it.
  ///
  /// - Parameters:
  ///   - der: The certificate; nil if there is no certificate.
  ///   - host: The host that the request is for, without a port.
  ///   - now: The time.
  /// - Throws: `unreadable` with `certificateMismatch` when it is not trusted.
  package func check(_ der: [UInt8]?, of host: String, at now: Date) throws(OAuthError) {
    #if DEBUG
      if anchors == .unchecked { return }
    #endif
    guard let certificate = der.flatMap(ServerCertificate.init(der:)) else {
      throw .certificateMismatch("\(host) has shown no certificate that can be read.")
    }
    if let pins {
      guard pins.contains(where: { $0.fits(certificate) }) else {
        throw .certificateMismatch(
          "The certificate of \(host) does not match the pins of the host.")
      }
    }
    // RFC 9525 §6: the names stand in the certificate's subjectAltName extension, and nowhere else.
    guard certificate.isMade(for: host) else {
      throw .certificateMismatch("The certificate of \(host) is for another host.")
    }
    guard !usesSystemAuthorities else { return }
    guard (certificate.notBefore...certificate.notAfter).contains(now) else {
      throw .certificateMismatch("The certificate of \(host) has expired, or is not valid yet.")
    }
  }
}

extension OAuthError {
  /// The error for a server whose certificate is not trusted. Nothing of the request was sent.
  package static func certificateMismatch(_ reason: String) -> OAuthError {
    .unreadable(.certificateMismatch, reason)
  }
}
