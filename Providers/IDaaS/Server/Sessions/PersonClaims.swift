// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
import Foundation

extension IDaaSServer {
  /// The claims of ID tokens and userinfo about a user: `id`, `userName`, `name`, `mobile`, `email`.
  ///
  /// Only verified contacts are included.
  ///
  /// - Parameter contacts: The user's contacts, if they were just read.
  func userClaims(of user: User, contacts: [Contact]? = nil) async throws -> JSONObject {
    var claims: JSONObject = [
      "id": .string(user.id), "userName": .string(user.name.text),
      "name": .string(user.claims["name"]?.stringValue ?? user.name.text),
    ]
    let proved =
      if let contacts { contacts } else { try await store.contacts(of: user.id) }
    for contact in proved {
      switch contact {
      case .phone(let number) where claims["mobile"] == nil:
        claims["mobile"] = .string(E164.hyphenated(number))
      case .email(let address) where claims["email"] == nil:
        claims["email"] = .string(address)
      default: break
      }
    }
    return claims
  }
}

/// The split of a phone number into country code and national number.
enum E164 {
  /// The country codes of one and two digits; all others have three.
  ///
  /// [ITU-T E.164](https://www.itu.int/rec/T-REC-E.164), list of country codes.
  private static let short: Set<String> = [
    "1", "7", "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45",
    "46", "47", "48", "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63",
    "64", "65", "66", "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
  ]

  /// `+86-13800000000` of `+8613800000000`: the form that the interface and ID tokens carry.
  static func hyphenated(_ number: String) -> String {
    guard number.hasPrefix("+"), number.utf8.count > 4 else { return number }
    let digits = number.dropFirst()
    let length = (1...2).first { short.contains(String(digits.prefix($0))) } ?? 3
    return "+" + digits.prefix(length) + "-" + digits.dropFirst(length)
  }
}
