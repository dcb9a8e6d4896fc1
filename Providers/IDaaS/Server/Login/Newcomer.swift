// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
import CoatcheckOAuth

/// The creation of users.
extension IDaaSServer {
  /// A user who becomes a user by this login.
  ///
  /// The identifier is random and never used again, and so is most of the user name: neither is made of what
  /// the network says. The nickname is shown as the name and is nothing else, any other user that has the same; the
  /// network's e-mail address or phone number is not used.
  func newcomer(called nickname: String?) throws -> User {
    let name = try UserName(Self.userName(from: nickname, environment.random(10)))
    return User(
      id: environment.identifier(), name: name,
      claims: ["name": .string(nickname ?? name.text)])
  }

  /// `anna_7m2qk4xw9t`: the letters and digits of the nickname that are ASCII, and 50 random bits.
  static func userName(from nickname: String?, _ random: [UInt8]) -> String {
    let word = (nickname ?? "").lowercased().utf8.filter { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    let start = word.isEmpty ? "user" : String(decoding: word.prefix(16), as: UTF8.self)
    // No 0, 1, l or o: users read such names to each other. 256 is a multiple of 32.
    let letters = Array("23456789abcdefghijkmnpqrstuvwxyz")
    return start + "_" + String(random.map { letters[Int($0) % letters.count] })
  }
}
