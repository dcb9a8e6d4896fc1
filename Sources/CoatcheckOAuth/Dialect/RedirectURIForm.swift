// SPDX-License-Identifier: Apache-2.0

/// How a redirect URI is changed before it is sent.
public enum RedirectURIForm: String, Sendable, Hashable, CaseIterable {
  /// It is sent as it is.
  case exact
  /// An empty path becomes `/`, since the authorization server redirects there. Seen at docomo.
  case slashForEmptyPath = "slash_for_empty_path"
}
