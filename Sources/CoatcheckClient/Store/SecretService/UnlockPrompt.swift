// SPDX-License-Identifier: Apache-2.0

/// Whether a locked keyring may ask the user for its password.
public enum UnlockPrompt: Sendable, Hashable {
  /// It may not; a locked keyring is an error at once.
  case never
  /// It may, and the answer of the user is waited for this long.
  case within(Duration)
}
