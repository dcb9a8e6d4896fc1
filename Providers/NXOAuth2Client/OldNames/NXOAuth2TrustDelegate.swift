// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The rules for the certificates of a host, as a set of bits. New code uses `TrustRules`.
public struct NXOAuth2TrustMode: RawRepresentable, Sendable, Hashable {
  /// The bits of the set.
  public var rawValue: UInt32

  /// Creates a set of rules from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Creates a set of rules from its bits.
  ///
  /// - Parameter rawValue: The bits of the three constants of this type.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Any certificate. It has no effect: the system decides, and the log has a warning.
public let NXOAuth2TrustModeAnyCertificate = NXOAuth2TrustMode(1 << 0)
/// The certificates that the system trusts.
public let NXOAuth2TrustModeSystem = NXOAuth2TrustMode(1 << 1)
/// The certificates that the delegate names, as the server's own. Together with another bit it is
/// required as well.
public let NXOAuth2TrustModeSpecificCertificate = NXOAuth2TrustMode(1 << 2)

/// Decides which certificates are trusted, for each host. New code uses `TrustRules`.
@preconcurrency
@MainActor
public protocol NXOAuth2TrustDelegate: NSObjectProtocol {
  /// Returns the rules for the certificates of a host. Optional; the system decides by default.
  ///
  /// - Parameters:
  ///   - connection: The connection. For a token request it is a connection that is never started.
  ///   - hostname: The host, without a port.
  func connection(
    _ connection: NXOAuth2Connection!, trustModeForHostname hostname: String!
  ) -> NXOAuth2TrustMode

  /// Returns the certificates that are trusted for a host: each a `Data` in DER. Optional; none by
  /// default.
  ///
  /// - Parameters:
  ///   - connection: The connection. For a token request it is a connection that is never started.
  ///   - hostname: The host, without a port.
  func connection(
    _ connection: NXOAuth2Connection!, trustedCertificatesForHostname hostname: String!
  ) -> [Any]!
}

extension NXOAuth2TrustDelegate {
  /// Lets the system decide, for any `connection` and `hostname`: the default for a delegate without this
  /// method.
  public func connection(
    _ connection: NXOAuth2Connection!, trustModeForHostname hostname: String!
  ) -> NXOAuth2TrustMode { NXOAuth2TrustModeSystem }

  /// Returns no certificates, for any `connection` and `hostname`: the default for a delegate without
  /// this method.
  public func connection(
    _ connection: NXOAuth2Connection!, trustedCertificatesForHostname hostname: String!
  ) -> [Any]! { [] }
}
