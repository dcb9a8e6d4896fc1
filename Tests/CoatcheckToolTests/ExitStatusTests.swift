// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Exit statuses")
struct ExitStatusTests {
  @Test("the numbers and the names keep their meaning")
  func numbers() {
    let table = ExitStatus.allCases.map { "\($0.rawValue) \($0.name)" }
    #expect(
      table == [
        "0 success", "1 failure", "2 usage", "3 not_signed_in", "4 session_ended",
        "5 unreachable", "6 refused", "7 cancelled", "8 storage", "9 unusable",
        "10 misconfigured", "130 interrupted", "143 terminated",
      ])
  }

  @Test("the help text lists each of them")
  func help() async throws {
    let run = try await Sandbox().run(["--help"], exits: 0)
    for status in ExitStatus.allCases { #expect(run.output.contains(status.meaning)) }
    #expect(run.errors.isEmpty)
  }
}
