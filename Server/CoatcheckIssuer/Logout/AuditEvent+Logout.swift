// SPDX-License-Identifier: Apache-2.0

extension AuditEvent.Name {
  /// A user signed out of this server.
  public static let signedOut = Self(rawValue: "signed_out")
  /// A client was notified of an ended session, and accepted the notification.
  public static let logoutTold = Self(rawValue: "logout_told")
  /// A client could not be notified of an ended session.
  public static let logoutUntold = Self(rawValue: "logout_untold")
}
