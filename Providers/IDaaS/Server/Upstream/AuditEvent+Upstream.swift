// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension AuditEvent.Name {
  /// Somebody came back from a social network, which knows them.
  static let upstreamSignedIn = AuditEvent.Name(rawValue: "upstream_signed_in")
  /// A social network refused, didn't answer, or knows somebody else.
  static let upstreamRefused = AuditEvent.Name(rawValue: "upstream_refused")
  /// An answer was brought by another browser than began the sign-in.
  static let upstreamForeignBrowser = AuditEvent.Name(rawValue: "upstream_foreign_browser")
  /// A social network says that somebody took the permission back.
  static let upstreamRevoked = AuditEvent.Name(rawValue: "upstream_revoked")
}
