// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A new password") struct PasswordRuleTests {
  private static func refusal(
    _ password: String, policy: PasswordPolicy = PasswordPolicy()
  ) -> ReturnCode? {
    do throws(Refusal) {
      try PasswordRules(policy: policy).check(password)
      return nil
    } catch {
      return error.code
    }
  }

  private static func refusal(
    _ password: String, of user: User, _ contacts: [Contact] = []
  ) -> ReturnCode? {
    do throws(Refusal) {
      try PasswordRules(policy: PasswordPolicy())
        .check(password, of: UserFragments(of: user, contacts: contacts))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "is checked for length, kinds of characters and repetitions",
    arguments: [
      ("Ab3-xyz", ReturnCode.passwordLength), ("Ab3-xyzw", nil),
      (String(repeating: "aB3-", count: 31) + "xYz7", nil),
      (String(repeating: "x9", count: 65), .passwordLength),
      // Seven characters, though more bytes.
      ("密码密码密码密", .passwordLength),
      ("kdhwpqmz", .passwordTooSimple), ("58302746", .passwordTooSimple), ("kdhwpqmZ", nil),
      ("kdhwpqm4", nil), ("kdhwpqm.", nil), ("我爱北京天安门abc", nil),
      ("kdhw777pqmz", nil), ("kdhw7777pqmz", .passwordRepeats), ("ééééabcd", .passwordRepeats),
    ])
  func figures(password: String, expected: ReturnCode?) {
    #expect(Self.refusal(password) == expected)
  }

  @Test(
    "is not a common one",
    arguments: [
      "password1", "Password123", "P@ssw0rd1", "p@ssword!", "admin123", "Admin@2024", "root1234",
      "123password", "qwerty12", "Qwerty!@#", "abc12345", "abc123456", "1qaz2wsx", "1QAZ2wsx",
      "1q2w3e4r", "qwe!@#asd", "a1b2c3d4".replacingOccurrences(of: "a1b2c3d4", with: "zxcvbnm1"),
      "asdf1234", "woaini520", "woaini1314", "nihao123", "weibo2024", "iloveyou1", "Welcome01",
      "ab1ab1ab1", "aB3aB3aB3aB3", "1990-01-01", "01.02.1990", "19900101.", "!@#$%^&*()1",
      "qazwsx123", "147258369a".replacingOccurrences(of: "a", with: "qaz"), "letmein!",
    ])
  func weak(password: String) {
    #expect(Self.refusal(password) == .passwordWeak)
  }

  @Test(
    "may hold a common word among others",
    arguments: [
      "Kite-over-7-hills", "passwordless-otter-42", "monkey7.bridge", "xT9#love.rain",
      "tr0ub4dor&3", "correct horse battery staple".replacingOccurrences(of: " ", with: "-"),
      "gK3vPz8q", "1984-was-a-book", "2001:odyssey",
    ])
  func strong(password: String) {
    #expect(Self.refusal(password) == nil)
  }

  @Test(
    "does not contain the user's data",
    arguments: [
      ("ZhangWei88x", ReturnCode.passwordIsUserName), ("x88iewgnahz", .passwordReversesUserName),
      ("my-zhangwei88x-1", .passwordContainsUserData), ("a13800000000", .passwordContainsUserData),
      ("Wei.Work-2024", .passwordContainsUserData), ("ouyangfeng.9", .passwordContainsUserData),
      ("9OuYangFeng", .passwordContainsUserData), ("feng.kite.9", nil),
      ("fengouyang", .passwordContainsUserData), ("yangfengou1", .passwordContainsUserData),
      ("8613800000", nil),
      ("Kite-over-7-hills", nil),
    ])
  func userData(password: String, expected: ReturnCode?) throws {
    let user = User(id: "u", name: try UserName("ZhangWei88x"), claims: ["name": "欧阳锋"])
    let contacts = [Contact.phone("+8613800000000"), .email("wei.work@example.com")]
    #expect(Self.refusal(password, of: user, contacts) == expected)
  }

  @Test("may contain a name of two letters")
  func shortNames() throws {
    let user = User(id: "u", name: try UserName("li"), claims: ["name": "鄂"])
    #expect(Self.refusal("Kind-lizard-42-e", of: user) == nil)
    #expect(Self.refusal("li", of: user) == .passwordIsUserName)
    #expect(Self.refusal("il", of: user) == .passwordReversesUserName)
  }

  @Test(
    "does not contain the user's name in Latin letters",
    arguments: [
      ("张伟", ["zhangwei", "weizhang"]), ("王小明", ["wangxiaoming", "xiaomingwang"]),
      ("吕布", ["lubu", "lvbu", "bulu", "bulv"]), ("Jane Doe", ["janedoe", "doejane"]),
      ("José", ["jose"]), ("李娜 Anna", ["linaanna"]),
    ])
  func pinyin(name: String, typed: [String]) {
    let found = UserFragments.romanised(name)
    #expect(typed.allSatisfy(found.contains))
  }

  @Test("follows a policy with other limits")
  func policy() {
    var policy = PasswordPolicy()
    policy.length = 12...16
    policy.kinds = 3
    policy.repeats = 1
    #expect(Self.refusal("Ab3-xyzw", policy: policy) == .passwordLength)
    #expect(Self.refusal("kdhw7pqmznvtr", policy: policy) == .passwordTooSimple)
    #expect(Self.refusal("Kdhw7pqqznvtr", policy: policy) == .passwordRepeats)
    #expect(Self.refusal("Kdhw7pqmznvtr", policy: policy) == nil)
  }
}
