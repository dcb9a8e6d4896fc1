// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckTool

@Suite("The command lines that the small program handles itself")
struct FrontArgumentsTests {
  @Test(
    "only `token [ACCOUNT] [--json]`",
    arguments: [
      ["token"], ["token", "--json"], ["token", "main"], ["token", "--json", "main"],
      ["token", "main", "--json"],
    ])
  func own(_ words: [String]) throws {
    let read = try #require(TokenArguments(words))
    #expect(read.account == (words.contains("main") ? "main" : nil))
    #expect(read.wantsJSON == words.contains("--json"))
  }

  @Test(
    "everything else is left to the network program",
    arguments: [
      [], ["--help"], ["login"], ["token", "--refresh"], ["token", "a", "b"], ["token", "--"],
      ["token", ""], ["token", "-h"], ["Token"], ["token", "--json=true"],
    ])
  func others(_ words: [String]) {
    #expect(TokenArguments(words) == nil)
  }
}
