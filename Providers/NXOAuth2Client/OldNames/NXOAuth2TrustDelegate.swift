// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How the certificates of a host are judged, as a set of bits.
public struct NXOAuth2TrustMode: RawRepresentable, Sendable, Hashable {
  /// The bits.
  public var rawValue: UInt32

  /// These bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// These bits.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Any certificate. It is not obeyed: the system decides, and the log says so.
public let NXOAuth2TrustModeAnyCertificate = NXOAuth2TrustMode(1 << 0)
/// The certificates that the system trusts.
public let NXOAuth2TrustModeSystem = NXOAuth2TrustMode(1 << 1)
/// The certificates that the delegate names, as the server's own. Together with another bit it is required too.
public let NXOAuth2TrustModeSpecificCertificate = NXOAuth2TrustMode(1 << 2)

/// Says which certificates are trusted, for each host.
@preconcurrency
@MainActor
public protocol NXOAuth2TrustDelegate: NSObjectProtocol {
  /// How the certificates of a host are judged. Optional; the system decides.
  func connection(
    _ connection: NXOAuth2Connection!, trustModeForHostname hostname: String!
  ) -> NXOAuth2TrustMode

  /// The certificates that are trusted for a host: `Data` in DER. Optional; none.
  func connection(
    _ connection: NXOAuth2Connection!, trustedCertificatesForHostname hostname: String!
  ) -> [Any]!
}

extension NXOAuth2TrustDelegate {
  /// The system decides.
  public func connection(
    _ connection: NXOAuth2Connection!, trustModeForHostname hostname: String!
  ) -> NXOAuth2TrustMode { NXOAuth2TrustModeSystem }

  /// None.
  public func connection(
    _ connection: NXOAuth2Connection!, trustedCertificatesForHostname hostname: String!
  ) -> [Any]! { [] }
}
