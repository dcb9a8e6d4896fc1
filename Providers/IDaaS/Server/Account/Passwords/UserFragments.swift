// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
import Foundation

/// User data that is easy to guess, and that the user's password must not contain.
struct UserFragments: Sendable {
  /// The user name, in small letters.
  let userName: String
  /// All texts that a password must not contain, in small ASCII letters and digits.
  let all: Set<String>

  /// The minimum length of a fragment: shorter ones occur in passwords by chance.
  private static let shortest = 3

  /// - Parameters:
  ///   - user: The user.
  ///   - contacts: The user's verified contacts.
  init(of user: User, contacts: [Contact]) {
    userName = user.name.text.lowercased()
    var found: Set<String> = [userName]
    for contact in contacts { found.formUnion(Self.fragments(of: contact)) }
    for name in ["name", "nickname", "given_name"] {
      if let text = user.claims[name]?.stringValue { found.formUnion(Self.romanised(text)) }
    }
    all = found.filter { $0.utf8.count >= Self.shortest }
  }

  /// A phone number without its country, or what stands before the `@`.
  static func fragments(of contact: Contact) -> Set<String> {
    switch contact {
    case .phone(let number):
      let parts = E164.hyphenated(number).split(separator: "-", maxSplits: 1)
      return parts.count == 2 ? [String(parts[1])] : []
    case .email(let address):
      return address.split(separator: "@", maxSplits: 1).first.map { [$0.lowercased()] } ?? []
    }
  }

  /// A name as it is typed on a keyboard of Latin letters: in pinyin where it is Chinese, the family name
  /// before and after. `吕布` is `lubu` and `lvbu`: keyboards write ü as v.
  ///
  /// A character with more than one reading gives its usual one.
  static func romanised(_ name: String) -> Set<String> {
    // The user chose the name, so its length is limited.
    let name = String(name.prefix(64))
    guard let toned = name.applyingTransform(.mandarinToLatin, reverse: false) else {
      return [name.lowercased()]
    }
    let umlaut = withVForUmlaut(toned.lowercased())
    return Set(
      [toned, umlaut].flatMap { text -> [String] in
        let words = text.applyingTransform(.stripDiacritics, reverse: false)?.lowercased()
          .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
        guard let words, let family = words.first, let last = words.last else { return [] }
        return [
          words.joined(), words.dropFirst().joined() + family, last + words.dropLast().joined(),
        ]
      })
  }

  /// Each ü as v, whatever tone stands on it. Scalar by scalar: to Foundation, an ü with a tone holds no ü.
  private static func withVForUmlaut(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar == "\u{308}", scalars.last == "u" {
        scalars.removeLast()
        scalars.append("v")
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
