// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

/// The user directory of the authorization server: the accounts, without their passwords.
struct AccountDirectory: Directory {
  let users: any UserStore

  func user(_ id: String) async throws -> DirectoryUser? {
    try await users.user(id: id).map { user in
      DirectoryUser(
        id: user.id, name: user.name.text, claims: user.claims,
        standing: user.standing == .active ? .active : .disabled)
    }
  }
}
