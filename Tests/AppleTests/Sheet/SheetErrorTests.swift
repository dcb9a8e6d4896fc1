// SPDX-License-Identifier: Apache-2.0
import AppleStage
@testable import CoatcheckClient
import TestSupport

@Suite("The system's error for a sheet")
struct SheetErrorTests {
  typealias Row = Case<([SessionScript], Ending)>

  private static let callback = Ending.callback(Pages.answer)
  private static let lead = SessionScript.leads(to: Pages.answer)

  static let rows: [Row] = [
    Row("the page leads to the callback", ([lead], callback)),
    Row(
      "the user closes the sheet or denies it",
      ([.closedByUser], .fails(.unreachable, .userCancelled))),
    Row(
      "canceledLogin with a failure reason: the sheet was never shown",
      (
        [.fails(1, ["NSLocalizedFailureReason": "The app is not associated with app.example."])],
        .fails(
          .misused, .invalidArgument, naming: "sheet", saying: "not associated with app.example")
      )),
    Row(
      "canceledLogin with a description only",
      (
        [.fails(1, ["NSLocalizedDescription": "Guided Access is on."])],
        .fails(.misused, .invalidArgument, naming: "sheet", saying: "Guided Access is on.")
      )),
    Row(
      "canceledLogin with information of an unknown kind",
      (
        [.fails(1, ["Reason": "7"])],
        .fails(.misused, .invalidArgument, naming: "sheet", saying: "Reason")
      )),
    Row(
      "there is no window",
      ([.fails(2)], .fails(.misused, .invalidArgument, naming: "anchor", saying: "no window"))),
    Row("the window is not active at the first attempt only", ([.fails(3), lead], callback)),
    Row(
      "the window is not active at both attempts",
      (
        [.fails(3), .fails(3)],
        .fails(.misused, .invalidArgument, naming: "anchor", saying: "active in the foreground")
      )),
    Row(
      "an error of another domain",
      ([.failsElsewhere], .fails(.unreachable, .connectionFailed))),
  ]

  @Test("is reported with its outcome, code and reason", arguments: rows, Subject.allCases)
  @MainActor
  func error(_ row: Row, of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, row.value.0)
    let page = try Pages.signIn()
    let result = await device.run {
      await ending { () async throws(OAuthError) in try await agent.authorize(page) }
    }
    row.value.1.check(result)
    #expect(device.stage.faults == [])
  }

  @Test("is shortened in the reason of the error")
  func length() {
    let failure = SheetFailure(
      code: 1, information: ["NSLocalizedFailureReason": String(repeating: "x", count: 5000)])
    #expect(failure.error.reason.count < 400)
  }
}
