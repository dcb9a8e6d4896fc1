// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A change of a clock, named as in `docs/faults.md`.
struct ClockFault: Sendable, CustomTestStringConvertible {
  enum Owner: String, CaseIterable, Sendable { case client, server }
  enum Moment: String, CaseIterable, Sendable {
    /// The program was restarted after the sign-in.
    case between = "between sign-in and use"
    case running = "while the program runs"
  }

  let owner: Owner
  let moment: Moment
  let shift: (name: String, seconds: Double)

  var name: String { "the \(owner.rawValue)'s clock moves by \(shift.name) \(moment.rawValue)" }
  var testDescription: String { name }

  static let all: [ClockFault] = {
    let day = 86_400.0
    let shifts = [
      ("+1 h", 3600), ("−1 h", -3600), ("+1 d", day), ("−1 d", -day), ("+10 y", 3652 * day),
      ("−10 y", -3652 * day),
    ]
    return Owner.allCases.flatMap { owner in
      Moment.allCases.flatMap { moment in
        shifts.map { ClockFault(owner: owner, moment: moment, shift: $0) }
      }
    }
  }()
}

@Suite("Clock changes")
struct ClockFaultTests {
  @Test("have the outcome of their row", .timeLimit(.minutes(10)), arguments: ClockFault.all)
  func table(_ fault: ClockFault) async throws {
    let stage = try await Stage.start()
    let subject = try await Subject(on: stage, in: FileTokenStore(directory: stage.path()))
    // The session was used before.
    #expect(await subject.use() == "old token")
    move(subject.clocks, fault, by: fault.shift.seconds)
    if fault.moment == .between { try await subject.restart() }
    var row = FaultRow(
      name: fault.name, lasting: "", ended: "", status: "", stored: "", afterwards: "")
    subject.clocks.pass(10)
    row.lasting = await subject.use()
    subject.clocks.pass(610)
    row.ended = await subject.use()
    row.status = subject.status
    row.stored = await subject.stored()
    // The clock is corrected.
    move(subject.clocks, fault, by: -fault.shift.seconds)
    subject.clocks.pass(10)
    if row.stored == "kept", fault.moment == .between { try await subject.restart() }
    row.afterwards = try await subject.afterwards()
    #expect(row == FaultRow.documented(fault.name), "\(row)")
  }

  private func move(_ clocks: Clocks, _ fault: ClockFault, by seconds: Double) {
    switch fault.owner {
    case .client: clocks.moveClient(seconds)
    case .server: clocks.moveServer(seconds)
    }
  }
}
