// SPDX-License-Identifier: Apache-2.0

/// A kind of contact that a user can verify to be bound or registered: `socialBindOrRegisterFlow`.
public enum VerificationMethod: String, Sendable, Hashable, CaseIterable {
  /// A phone number.
  case phone = "VERIFY_PHONE"
  /// An e-mail address.
  case email = "VERIFY_EMAIL"
}
