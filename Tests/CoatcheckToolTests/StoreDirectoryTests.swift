// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Testing

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
      variables: ["COATCHECK_HOME": "/c", "XDG_DATA_HOME": "/x", "HOME": "/h"], path: "/c/sessions"),
    Case(
      testDescription: "an empty COATCHECK_HOME is none",
      variables: ["COATCHECK_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"],
      path: "/x/coatcheck/sessions"),
    Case(
      testDescription: "a relative XDG_DATA_HOME is ignored",
      variables: ["XDG_DATA_HOME": "x", "HOME": "/h"], path: "/h/.local/share/coatcheck/sessions"),
  ]

  @Test("the first variable that is set decides", arguments: cases)
  func path(_ example: Case) throws {
    #expect(try StoreDirectory.path { example.variables[$0] } == example.path)
  }

  @Test("without any of them there is an error that says what to set")
  func none() {
    #expect(
      throws: CommandFailure(
        .storage, "no folder for sessions: HOME is not set",
        hint: "set COATCHECK_HOME to a folder of yours")
    ) { try StoreDirectory.path { _ in nil } }
  }
}
