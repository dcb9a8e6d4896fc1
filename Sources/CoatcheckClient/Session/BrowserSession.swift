// SPDX-License-Identifier: Apache-2.0

/// What became of the issuer's own session after a sign-in: it lives in the browser the person used.
public enum BrowserSession: String, Sendable, Hashable {
  /// This machine's browser may still know the person at the issuer.
  case shared
  /// The browser has forgotten the person already.
  case ephemeral
  /// The person used a browser somewhere else.
  case elsewhere
}
