// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import Synchronization

/// The users of the stand-in's app.
final class KiiUsers: Sendable {
  struct User: Sendable {
    let id: String
    /// The members of the `users/me` response besides `userID`.
    var fields: JSONObject
    var password: Secret?
    /// Accounts of other providers: `facebook:anna`.
    var links: Set<String> = []
    var isDisabled = false
    /// The code of the second factor; nil for users without one. The recovery codes replace a lost one.
    var oneTimeCode: Secret?
    var recoveryCodes: [Secret] = []

    func has(_ name: String, _ value: String) -> Bool { fields[name]?.stringValue == value }

    var json: JSONObject {
      var json = fields
      json["userID"] = .string(id)
      json["_hasPassword"] = .bool(password != nil)
      return json
    }
  }

  private let users = Mutex<[User]>([])

  func add(_ user: User) { users.withLock { $0.append(user) } }

  func user(_ id: String) -> User? { users.withLock { $0.first { $0.id == id } } }

  func first(where fits: (User) -> Bool) -> User? { users.withLock { $0.first(where: fits) } }

  func next() -> String { users.withLock { "u-\($0.count + 1)" } }

  /// Changes a user in one atomic step.
  func change<Value>(_ id: String, _ change: (inout User) throws -> Value) throws -> Value {
    try users.withLock { users in
      guard let index = users.firstIndex(where: { $0.id == id }) else {
        throw KiiRefusal(.notFound, "USER_NOT_FOUND", "The user was not found")
      }
      return try change(&users[index])
    }
  }

  /// Adds a user, unless another user has the same login name, e-mail address or phone number.
  func register(_ user: User) throws {
    try users.withLock { users in
      try Self.checkFree(user.fields, among: users)
      users.append(user)
    }
  }

  /// Adds identity fields and a password to a user, unless another user has one of the fields.
  func identify(_ id: String, _ fields: JSONObject, password: Secret) throws {
    try users.withLock { users in
      guard let index = users.firstIndex(where: { $0.id == id }) else {
        throw KiiRefusal(.notFound, "USER_NOT_FOUND", "The user was not found")
      }
      try Self.checkFree(fields, among: users.filter { $0.id != id })
      for (name, value) in fields { users[index].fields[name] = value }
      users[index].password = password
    }
  }

  private static func checkFree(_ fields: JSONObject, among users: [User]) throws {
    for name in ["loginName", "emailAddress", "phoneNumber"] {
      guard let value = fields[name]?.stringValue else { continue }
      if users.contains(where: { $0.has(name, value) }) {
        throw KiiRefusal(.conflict, "USER_ALREADY_EXISTS", "User with \(name) exists")
      }
    }
  }

  /// The user with this username: a login name, a verified e-mail address or phone number, or a form with a
  /// prefix.
  func named(_ text: String) -> User? {
    users.withLock { users in
      users.first { user in
        if let address = text.after("EMAIL:") { return user.hasProved("emailAddress", address) }
        if let number = text.after("PHONE:") {
          if number.hasPrefix("+") { return user.hasProved("phoneNumber", number) }
          let halves = number.split(separator: "-", maxSplits: 1).map(String.init)
          return halves.count == 2 && user.has("country", halves[0])
            && user.hasProved("phoneNumber", halves[1])
        }
        return user.has("loginName", text) || user.hasProved("emailAddress", text)
          || (text.hasPrefix("+") && user.hasProved("phoneNumber", text))
      }
    }
  }
}

extension KiiUsers.User {
  fileprivate func hasProved(_ name: String, _ value: String) -> Bool {
    has(name, value) && fields[name + "Verified"] == .bool(true)
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
