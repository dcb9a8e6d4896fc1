// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The table of faults")
struct FaultTableTests {
  @Test("docs/faults.md has exactly the rows that are tested")
  func rows() {
    let tested =
      NetworkFault.allCases.map(\.rawValue) + StoreFault.allCases.map(\.rawValue)
      + ClockFault.all.map(\.name)
    let documented = FaultRow.documented.map(\.name)
    #expect(Set(tested).subtracting(documented).isEmpty)
    #expect(Set(documented).subtracting(tested).isEmpty)
    #expect(documented.count == tested.count)
  }

  @Test("a session ends only if the issuer refuses its refresh token")
  func ends() {
    for row in FaultRow.documented where row.status.hasPrefix("ended") {
      #expect(row.ended == "session_ended (session_ended)", "\(row)")
    }
    // A session that has not ended was not removed.
    for row in FaultRow.documented where !row.status.hasPrefix("ended") {
      #expect(row.stored != "gone", "\(row)")
    }
  }
}
