// SPDX-License-Identifier: Apache-2.0

/// What follows when a refresh token has reached the end that the provider announced.
public enum RefreshTokenExpiryPolicy: String, Sendable, Hashable, CaseIterable {
  /// The issuer is asked all the same: this machine's clock may be wrong, and an end may have been moved.
  case issuerDecides = "issuer_decides"
  /// Nothing is sent, and the person has to sign in (OCLC). The stored session stays where it is.
  case final
}
