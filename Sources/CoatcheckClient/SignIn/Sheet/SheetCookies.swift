// SPDX-License-Identifier: Apache-2.0

/// Whether the page of a sign-in sheet shares the cookies of the browser.
public enum SheetCookies: Sendable, Hashable {
  /// The cookies of the browser. A user who is signed in at the provider need not sign in again; the
  /// system asks for the user's consent first, with a text that cannot be changed, also before a
  /// sign-out.
  case shared
  /// Separate cookies, which are discarded when the sheet closes. The system does not ask, the user
  /// always signs in, and there is no login session at the provider to end.
  case ephemeral
}
