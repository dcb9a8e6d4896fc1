// SPDX-License-Identifier: Apache-2.0

/// The result of redeeming an authorization code.
public enum CodeRedemption: Sendable, Equatable {
  /// It was valid, it is used now, and the family was opened in the same transaction.
  case redeemed(AuthorizationCodeRecord)
  /// It was used before, which opened this family. Nothing was changed.
  case alreadyUsed(familyID: String)
  /// It has expired, and was never used. Nothing was changed.
  case expired
  /// No such code was ever issued, or it was removed after it expired. Nothing was changed.
  case unknown
}
