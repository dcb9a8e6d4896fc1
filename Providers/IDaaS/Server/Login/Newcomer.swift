// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
import CoatcheckOAuth

/// The creation of users.
extension IDaaSServer {
  /// Makes the user that a login creates.
  ///
  /// The identifier is random and never used again, and so is most of the user name: neither depends on
  /// the network. The nickname is only a name to show, and need not be unique. An e-mail address or phone
  /// number of the network is not used.
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
    // No 0, 1, l or o, which are easily confused. 256 is a multiple of 32, so that all letters are
    // equally likely.
    let letters = Array("23456789abcdefghijkmnpqrstuvwxyz")
    return start + "_" + String(random.map { letters[Int($0) % letters.count] })
  }
}
