// SPDX-License-Identifier: Apache-2.0

/// Where the session of a sign-in is stored.
struct SessionPlace: Sendable {
  /// The name; nil for the subject.
  var name: String?
  /// When a keychain lets it be read; nil for as before, or the choice of the store.
  var accessibility: KeychainAccessibility?
}
