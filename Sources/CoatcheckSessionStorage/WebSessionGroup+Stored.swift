// SPDX-License-Identifier: Apache-2.0

import CoatcheckWeb

extension WebSessionGroup {
  /// The kind in the table of ended groups, and the column of a session with the hash. Both are constants,
  /// so they are safe in a statement.
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

  /// The groups that a session belongs to.
  var groups: [WebSessionGroup] {
    [.user(user)] + (providerSession.map { [.providerSession($0)] } ?? [])
  }
}
