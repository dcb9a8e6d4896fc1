// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The forms that Kii's SDKs check before they send anything.
enum KiiRules {
  /// The lifetime in seconds that stands for a token that does not expire.
  static let endlessLifetime = 2_147_483_647

  /// `[A-Za-z0-9_-]+`: it becomes part of addresses and of a host's name.
  static func isAppID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
  }

  /// `^[\x20-\x7E]{4,50}$`
  static func checkPassword(_ password: Secret, named name: String = "password") throws(OAuthError)
  {
    let bytes = password.reveal().utf8
    guard (4...50).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .misused(name, "A password has 4 to 50 printable ASCII characters.")
    }
  }

  /// `^[a-zA-Z0-9-_\.]{3,64}$`
  static func checkLoginName(_ text: String) throws(OAuthError) {
    guard (3...64).contains(text.utf8.count),
      text.utf8.allSatisfy({ isWord($0) || "-.".utf8.contains($0) })
    else {
      throw .misused("loginName", "A login name has 3 to 64 letters, digits, -, _ and dots.")
    }
  }

  /// `^[^@]+@[^@]+$`
  static func checkEmail(_ text: String) throws(OAuthError) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .misused("emailAddress", "An e-mail address has one @ with text on both sides.")
    }
  }

  /// `^[+]?[0-9]{10,}$`, and a country of two letters for a number without a `+`.
  static func checkPhone(_ text: String, country: String?) throws(OAuthError) {
    let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard digits.utf8.count >= 10, digits.utf8.allSatisfy(isDigit) else {
      throw .misused("phoneNumber", "A phone number has at least ten digits, after a + or not.")
    }
    guard text.hasPrefix("+") || country != nil else {
      throw .misused("country", "A local phone number needs a country.")
    }
  }

  /// Two letters.
  static func checkCountry(_ text: String) throws(OAuthError) {
    guard text.utf8.count == 2, text.utf8.allSatisfy(isLetter) else {
      throw .misused("country", "A country has two letters.")
    }
  }

  /// Any text that is not empty and has no control characters. It is sent unchanged.
  static func checkText(_ text: String, named name: String) throws(OAuthError) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .misused(name, "It is empty or has control characters.")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }
}
