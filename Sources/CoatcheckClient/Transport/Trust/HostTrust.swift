// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// The rule for the certificate of a server.
///
/// Whatever is trusted, the certificate must be made for the host and be valid now. There is no value that
/// turns that off in a release build.
public struct HostTrust: Sendable, Hashable {
  /// What makes a certificate trusted.
  package enum Anchors: Sendable, Hashable {
    /// The authorities that the system trusts.
    case system
    /// These authorities, in DER, and no others.
    case own([Data])
    /// The pins alone.
    case pins
    #if DEBUG
      /// Any certificate.
      case unchecked
    #endif
  }

  /// What makes the certificate trusted.
  package let anchors: Anchors
  /// The pins, one of which has to match in any case: an empty list matches no certificate. Nil for no
  /// such condition.
  package let pins: [CertificatePin]?

  /// Certificates of the authorities that the system trusts.
  public static let system = HostTrust(anchors: .system, pins: nil)

  /// Certificates of the authorities that the system trusts, if they also match a pin.
  ///
  /// - Parameter pins: The pins, one of which must match; without any, no certificate is trusted.
  public static func system(and pins: [CertificatePin]) -> HostTrust {
    HostTrust(anchors: .system, pins: pins)
  }

  /// Any certificate that matches a pin: for a server with a self-signed certificate.
  ///
  /// - Parameter pins: The pins, one of which must match; without any, no certificate is trusted.
  public static func pinned(_ pins: [CertificatePin]) -> HostTrust {
    HostTrust(anchors: .pins, pins: pins)
  }

  /// Certificates of authorities of your own, and none of those that only the system trusts.
  ///
  /// - Parameters:
  ///   - certificates: The self-signed certificates of the authorities, in DER.
  ///   - pins: The pins, one of which must match as well; nil for no such condition.
  /// - Throws: `misused` naming `certificates` when one of them is not a certificate, or the list is empty.
  public static func authorities(
    _ certificates: [Data], and pins: [CertificatePin]? = nil
  ) throws(OAuthError) -> HostTrust {
    let areReadable = certificates.allSatisfy { ServerCertificate(der: Array($0)) != nil }
    guard areReadable, !certificates.isEmpty else {
      throw .misused("certificates", "These are not CA certificates.")
    }
    return HostTrust(anchors: .own(certificates), pins: pins)
  }

  #if DEBUG
    /// Any certificate, for debugging: an attacker between the program and the server reads and changes
    /// everything. It does not exist in release builds.
    ///
    /// - Parameter reason: Why, for readers of the code; it is not used.
    public static func anyCertificate(because reason: String) -> HostTrust {
      HostTrust(anchors: .unchecked, pins: nil)
    }
  #endif
}
