// SPDX-License-Identifier: Apache-2.0

import CoatcheckWeb

extension WebSessionGroup {
  /// How the table of ended groups names the kind, and which column of a session has the hash. No text of others is
  /// in it.
  var column: String {
    switch self {
    case .providerSession: "provider_session"
    case .user: "user_hash"
    }
  }

  /// The hash.
  var hash: String {
    switch self {
    case .providerSession(let hash), .user(let hash): hash
    }
  }
}

extension WebSessionRecord {
  /// The columns of a session, in the order in which they are written.
  static let columns = """
    key, provider_session, user_hash, started_at, ends_at, idles_at, version, content
    """

  /// The groups that a session is one of.
  var groups: [WebSessionGroup] {
    [.user(user)] + (providerSession.map { [.providerSession($0)] } ?? [])
  }
}
