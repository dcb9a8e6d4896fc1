// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Whoever sits at the browser: somebody that the server knows, or one of the stand-ins.
struct Visitor: Sendable {
  let username: String
  let password: Secret

  init(_ user: TestUser) { (username, password) = (user.username, user.password) }

  init(_ person: StandInUser) { (username, password) = (person.username, person.password) }

  static let alice = Visitor(TestUser.alice)
  static let bob = Visitor(TestUser.bob)
}
