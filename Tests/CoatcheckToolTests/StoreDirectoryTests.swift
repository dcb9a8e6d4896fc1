// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Where the sessions are kept")
struct StoreDirectoryTests {
  static let cases: [Case<(variables: [String: String], path: String)>] = [
    Case(
      "COATCHECK_HOME comes first",
      (["COATCHECK_HOME": "/c", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/c")),
    Case(
      "an empty COATCHECK_HOME is ignored",
      (["COATCHECK_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/coatcheck")),
    Case(
      "a relative XDG_DATA_HOME is ignored",
      (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/coatcheck")),
  ]

  @Test("the first variable that is set decides", arguments: cases)
  func path(_ row: Case<(variables: [String: String], path: String)>) throws {
    #expect(try SystemStore { row.value.variables[$0] }.folder == row.value.path)
  }

  @Test("without any of them there is an error that names the variables")
  func none() {
    let failure = #expect(throws: OAuthError.self) { try SystemStore { _ in nil } }
    #expect(failure?.code == .storeFailed && failure?.reason.contains("COATCHECK_HOME") == true)
  }
}
