// SPDX-License-Identifier: Apache-2.0

/// What the user has to do before the refresh token of a session leaves the keychain.
///
/// [SecAccessControlCreateFlags](https://developer.apple.com/documentation/security/secaccesscontrolcreateflags)
public enum KeychainPresence: String, Sendable, Hashable, CaseIterable {
  /// Show a face, a finger or the passcode.
  case any = "user-presence"
  /// Show a face or a finger, also one that is enrolled later.
  case biometry
  /// Show a face or a finger of those that are enrolled now. The refresh token is unusable when another
  /// one is enrolled, and the user signs in again.
  case currentBiometry = "current-biometry"
  /// Enter the passcode.
  case passcode
}
