// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

/// A user who has authenticated, and the data for the session to open.
struct Admission: Sendable {
  /// The user.
  let user: User
  /// The methods of authentication: `weibo`, `sms`, `pwd`.
  let methods: [String]
  /// The link of the login; nil for other methods.
  var link: SocialLink?
  /// Whether this login created the user.
  var created = false
  /// The user's contacts, where they were just read.
  var contacts: [Contact]?
  /// The limit that is counted together with the session; nil when it was counted before.
  var limit: AttemptLimit?

  init(
    _ user: User, by methods: [String], link: SocialLink? = nil, created: Bool = false,
    contacts: [Contact]? = nil, within limit: AttemptLimit? = nil
  ) {
    self.user = user
    self.methods = methods
    self.link = link
    self.created = created
    self.contacts = contacts
    self.limit = limit
  }
}
