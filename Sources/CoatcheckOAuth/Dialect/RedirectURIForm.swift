// SPDX-License-Identifier: Apache-2.0

/// What becomes of a redirect URI before it is sent.
public enum RedirectURIForm: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case exact
  /// An empty path becomes `/`, since the server sends the browser there (docomo).
  case slashForEmptyPath = "slash_for_empty_path"
}
