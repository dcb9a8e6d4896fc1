// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// A user in a seed file.
struct SeedUser: Sendable {
  /// The name the user types.
  let username: String
  /// In plain text in the file, hashed before it is stored.
  let password: Secret
  /// The claims about the user.
  let claims: JSONObject
  /// The subject identifier; made at random on the first start when absent.
  let id: String?

  /// The members it reads.
  static let members = ["username", "password", "passwordFile", "claims", "id"]

  init(reading reader: SeedReader) throws {
    try reader.allow(Self.members)
    username = try reader.string("username")
    password = try reader.secret("password")
    claims = try reader.json("claims") ?? [:]
    id = try reader.optionalString("id")
  }
}
