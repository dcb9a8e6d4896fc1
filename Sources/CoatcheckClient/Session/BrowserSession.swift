// SPDX-License-Identifier: Apache-2.0

/// The state of the login session at the authorization server after a sign-in. It belongs to the browser
/// that the user signed in with.
public enum BrowserSession: String, Sendable, Hashable {
  /// The browser of this machine may still have a login session.
  case shared
  /// The browser has no login session any more.
  case ephemeral
  /// The user signed in with a browser on another device.
  case elsewhere
}
