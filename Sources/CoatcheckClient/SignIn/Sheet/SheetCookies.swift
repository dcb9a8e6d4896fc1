// SPDX-License-Identifier: Apache-2.0

/// Which cookies the page of a sign-in sheet sees.
public enum SheetCookies: Sendable, Hashable {
  /// Those of the browser. A user who is signed in at the provider need not sign in again; the
  /// system asks for the user's consent first, with a text that cannot be changed, also before a
  /// sign-out.
  case shared
  /// Its own, which are discarded when the sheet closes. The system does not ask, the user always
  /// signs in, and there is no session of the provider's to end.
  case ephemeral
}
