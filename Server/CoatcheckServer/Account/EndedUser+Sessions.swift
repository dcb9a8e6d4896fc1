// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension EndedUser {
  /// The sessions that ended, each with the families that came from it. A session that is under several digests is one.
  var sessions: [EndedSession] {
    var seen: Set<String> = []
    return logins.filter { seen.insert($0.sid).inserted }.map { login in
      EndedSession(
        login: login,
        families: families.filter { $0.sessionID?.isExactly(login.sid) == true })
    }
  }
}
