// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension EndedUser {
  /// The login sessions that ended, each with its families. A session that is stored under several digests
  /// counts once.
  var sessions: [EndedSession] {
    var seen: Set<String> = []
    return logins.filter { seen.insert($0.sid).inserted }.map { login in
      EndedSession(
        login: login,
        families: families.filter { $0.sessionID?.isExactly(login.sid) == true })
    }
  }
}
