// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

/// The audit events of sign-ins through a social network.
extension AuditEvent.Name {
  /// A user came back from a social network, which knows them.
  static let upstreamSignedIn = AuditEvent.Name(rawValue: "upstream_signed_in")
  /// A social network refused, did not answer, or knows another user.
  static let upstreamRefused = AuditEvent.Name(rawValue: "upstream_refused")
  /// A response was brought by another browser than began the sign-in.
  static let upstreamForeignBrowser = AuditEvent.Name(rawValue: "upstream_foreign_browser")
  /// A social network says that a user took the permission back.
  static let upstreamRevoked = AuditEvent.Name(rawValue: "upstream_revoked")
}
