// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// A page that is opened in the user's browser, and why.
struct OpenedPage: Sendable {
  enum Purpose: String, Sendable {
    case signIn = "sign in"
    case signOut = "sign out"
  }

  let url: URL
  let purpose: Purpose
  /// The port of this machine that the callback arrives at; nil when none is listened on.
  let port: UInt16?
}
