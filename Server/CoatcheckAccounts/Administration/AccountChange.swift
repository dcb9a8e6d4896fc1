// SPDX-License-Identifier: Apache-2.0

/// What a change of an account ends.
public enum AccountChange {
  /// Why the user's sessions, families and codes end with the change; nil when they go on.
  ///
  /// A user who knew the old password may be signed in by it, and a new password alone would not sign them
  /// out.
  public static func ends(_ before: User, becoming after: User) -> String? {
    if after.standing == .disabled, before.standing != .disabled { return "user_disabled" }
    // A password for a user who had none takes nothing away.
    if before.passwordHash != nil, before.passwordHash != after.passwordHash {
      return "password_changed"
    }
    return nil
  }
}
