// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// Which certificates a server may show.
///
/// Whatever is trusted, the certificate must be made for the host and be valid now. There is no
/// value that turns that off in a release build.
public struct HostTrust: Sendable, Hashable {
  /// Who vouches for the certificate.
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

  /// Who vouches for the certificate.
  package let anchors: Anchors
  /// What the certificate has to be besides; one of them is enough, and none of none is never
  /// enough. Nil when it may be any.
  package let pins: [CertificatePin]?

  /// What the system trusts.
  public static let system = HostTrust(anchors: .system, pins: nil)

  /// What the system trusts, and only if a pin fits as well.
  ///
  /// - Parameter pins: One of them must fit.
  public static func system(and pins: [CertificatePin]) -> HostTrust {
    HostTrust(anchors: .system, pins: pins)
  }

  /// Any certificate that matches a pin: for a server with a self-signed certificate.
  ///
  /// - Parameter pins: One of them must fit.
  public static func pinned(_ pins: [CertificatePin]) -> HostTrust {
    HostTrust(anchors: .pins, pins: pins)
  }

  /// What an authority of your own has issued, and nothing that only the system trusts.
  ///
  /// - Parameters:
  ///   - certificates: The self-signed certificates of the authorities, in DER.
  ///   - pins: One of them must fit as well; nil for none.
  /// - Throws: `misused` naming `certificates` when one of them is not a certificate, or the list
  ///   is empty.
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
    /// Any certificate, for debugging: an attacker between the program and the server reads and
    /// changes everything. It does not exist in release builds.
    ///
    /// - Parameter reason: Why, for readers of the code.
    public static func anyCertificate(because reason: String) -> HostTrust {
      HostTrust(anchors: .unchecked, pins: nil)
    }
  #endif
}
