// SPDX-License-Identifier: Apache-2.0

/// The state of the issuer's own session after a sign-in: it lives in the browser that the user
/// signed in with.
public enum BrowserSession: String, Sendable, Hashable {
  /// The browser of this machine may still have a session at the issuer.
  case shared
  /// The browser has no session any more.
  case ephemeral
  /// The user signed in with a browser on another device.
  case elsewhere
}
