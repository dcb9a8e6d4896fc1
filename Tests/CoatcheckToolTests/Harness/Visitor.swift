// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The user at the browser: a user of the server, or of a stand-in.
struct Visitor: Sendable {
  let username: String
  let password: Secret

  init(_ user: TestUser) { (username, password) = (user.username, user.password) }

  init(_ user: StandInUser) { (username, password) = (user.username, user.password) }

  static let alice = Visitor(TestUser.alice)
  static let bob = Visitor(TestUser.bob)
}
