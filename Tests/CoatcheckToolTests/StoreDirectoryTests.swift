// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Where the sessions are kept")
struct StoreDirectoryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let variables: [String: String]
    let path: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "COATCHECK_HOME comes first",
      variables: ["COATCHECK_HOME": "/c", "XDG_DATA_HOME": "/x", "HOME": "/h"], path: "/c"),
    Case(
      testDescription: "an empty COATCHECK_HOME is none",
      variables: ["COATCHECK_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"],
      path: "/x/coatcheck"),
    Case(
      testDescription: "a relative XDG_DATA_HOME is ignored",
      variables: ["XDG_DATA_HOME": "x", "HOME": "/h"], path: "/h/.local/share/coatcheck"),
  ]

  @Test("the first variable that is set decides", arguments: cases)
  func path(_ example: Case) throws {
    #expect(try SystemStore { example.variables[$0] }.folder == example.path)
  }

  @Test("without any of them there is an error that says what to set")
  func none() {
    let failure = #expect(throws: OAuthError.self) { try SystemStore { _ in nil } }
    #expect(failure?.code == .storeFailed && failure?.reason.contains("COATCHECK_HOME") == true)
  }
}
