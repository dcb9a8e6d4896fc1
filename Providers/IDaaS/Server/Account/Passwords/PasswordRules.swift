// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// The rules for a new password: `PWD.1001` to `PWD.1008`.
///
/// Rules about the text alone are checked before the code is used, so that a short password does not need
/// a new message. Rules about the user's data are checked after it: without a right code their result
/// would reveal the user's name.
struct PasswordRules: Sendable {
  let policy: PasswordPolicy

  /// The rules of the text alone.
  ///
  /// - Throws: `passwordLength`, `passwordRepeats`, `passwordTooSimple` or `passwordWeak`.
  func check(_ password: String) throws(Refusal) {
    guard policy.length.contains(password.count) else { throw Refusal(.passwordLength) }
    guard Self.longestRun(password) <= policy.repeats else { throw Refusal(.passwordRepeats) }
    guard Self.kinds(password) >= policy.kinds else { throw Refusal(.passwordTooSimple) }
    guard !CommonPasswords.contains(password) else { throw Refusal(.passwordWeak) }
  }

  /// The rules about the user's data. Case is ignored.
  ///
  /// - Throws: `passwordIsUserName`, `passwordReversesUserName` or `passwordContainsUserData`.
  func check(_ password: String, of user: UserFragments) throws(Refusal) {
    let text = password.lowercased()
    guard text != user.userName else { throw Refusal(.passwordIsUserName) }
    guard text != String(user.userName.reversed()) else {
      throw Refusal(.passwordReversesUserName)
    }
    guard !user.all.contains(where: text.contains) else {
      throw Refusal(.passwordContainsUserData)
    }
  }

  /// The length of the longest run of one character.
  private static func longestRun(_ text: String) -> Int {
    var longest = 0
    var length = 0
    var before: Character?
    for character in text {
      length = character == before ? length + 1 : 1
      longest = max(longest, length)
      before = character
    }
    return longest
  }

  /// How many of the four kinds there are: capitals, small letters, digits, others.
  private static func kinds(_ text: String) -> Int {
    Set(
      text.map { character -> Int in
        guard character.isASCII else { return 3 }
        if character.isUppercase { return 0 }
        if character.isLowercase { return 1 }
        return character.isNumber ? 2 : 3
      }
    ).count
  }
}
