// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

/// The audit events of sign-ins through a social network.
extension AuditEvent.Name {
  /// A user returned from a social network, which has identified the user.
  static let upstreamSignedIn = AuditEvent.Name(rawValue: "upstream_signed_in")
  /// A social network refused, did not respond, or named another user.
  static let upstreamRefused = AuditEvent.Name(rawValue: "upstream_refused")
  /// A response arrived in another browser than the one that began the sign-in.
  static let upstreamForeignBrowser = AuditEvent.Name(rawValue: "upstream_foreign_browser")
  /// A social network reports that a user revoked the consent.
  static let upstreamRevoked = AuditEvent.Name(rawValue: "upstream_revoked")
}
