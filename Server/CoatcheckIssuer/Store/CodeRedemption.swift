// SPDX-License-Identifier: Apache-2.0

/// What became of an authorization code that was presented.
public enum CodeRedemption: Sendable, Equatable {
  /// It was valid, it is used now, and the family was opened in the same transaction.
  case redeemed(AuthorizationCodeRecord)
  /// It was spent before; that exchange opened this family. Nothing was changed.
  case alreadyUsed(familyID: String)
  /// It is too old, and was never used. Nothing was changed.
  case expired
  /// No such code was ever issued, or it was swept away. Nothing was changed.
  case unknown
}
