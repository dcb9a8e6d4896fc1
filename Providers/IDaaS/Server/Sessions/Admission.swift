// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

/// A user who authenticated, on the way to a session.
struct Admission: Sendable {
  /// Who it is.
  let user: User
  /// How they proved it: `weibo`, `sms`, `pwd`.
  let methods: [String]
  /// The link that was signed in with; nil for other ways in.
  var link: SocialLink?
  /// Whether the user was made by this login.
  var created = false
  /// The user's contacts, where they were just read.
  var contacts: [Contact]?
  /// What is counted with the session; nil where it was counted before.
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
