// SPDX-License-Identifier: Apache-2.0

/// What follows when a refresh token has reached its announced expiry.
public enum RefreshTokenExpiryPolicy: String, Sendable, Hashable, CaseIterable {
  /// The refresh request is sent all the same: this machine's clock may be wrong, and the server may have
  /// extended the lifetime.
  case issuerDecides = "issuer_decides"
  /// Nothing is sent, and the user has to sign in. The stored session stays. Seen at OCLC.
  case final
}
