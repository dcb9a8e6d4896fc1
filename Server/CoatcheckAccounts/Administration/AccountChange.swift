// SPDX-License-Identifier: Apache-2.0

/// The rule for which changes of an account end the user's sessions.
public enum AccountChange {
  /// Returns why the sessions, token families and unused codes of a user end with a change of the account.
  ///
  /// They end when the user is disabled, and when a password that the user had is replaced or removed. A
  /// third party who knows the old password may be signed in with it, and a new password alone does not
  /// end that session.
  ///
  /// - Parameters:
  ///   - before: The user as stored before the change.
  ///   - after: The user as stored after it.
  /// - Returns: `user_disabled` or `password_changed`, as stored in `RefreshFamily.revocationReason`; nil
  ///   when nothing ends.
  public static func ends(_ before: User, becoming after: User) -> String? {
    if after.standing == .disabled, before.standing != .disabled { return "user_disabled" }
    // A first password does not end sessions: no old password can be known.
    if before.passwordHash != nil, before.passwordHash != after.passwordHash {
      return "password_changed"
    }
    return nil
  }
}
