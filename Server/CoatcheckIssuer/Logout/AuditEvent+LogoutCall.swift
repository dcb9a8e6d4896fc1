// SPDX-License-Identifier: Apache-2.0

extension AuditEvent.Name {
  /// A person signed out of this issuer.
  public static let signedOut = Self(rawValue: "signed_out")
  /// A client was told that a session is over, and believed it.
  public static let logoutTold = Self(rawValue: "logout_told")
  /// A client could not be told that a session is over.
  public static let logoutUntold = Self(rawValue: "logout_untold")
}
