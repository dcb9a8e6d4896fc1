// SPDX-License-Identifier: Apache-2.0
import AppleStage
@testable import CoatcheckClient
import TestSupport

@Suite("The completion of a sheet", .timeLimit(.minutes(1)))
@MainActor
struct SheetCompletionTests {
  private nonisolated static let lead = SessionScript.leads(to: Pages.answer)

  /// The implementations that call `start()` themselves; SwiftUI's action does it out of sight.
  nonisolated static let starters = Subject.allCases.filter { $0.rawValue != "action" }

  private func signIn(
    _ agent: SheetUserAgent, on device: Device
  ) async throws -> Result<String?, OAuthError> {
    let page = try Pages.signIn()
    return await device.run {
      await ending { () async throws(OAuthError) in try await agent.authorize(page) }
    }
  }

  nonisolated static let starts: [Case<([SessionScript], Ending)>] = [
    Case(
      "the start fails once", ([.isNotStarted(completes: false), lead], .callback(Pages.answer))),
    Case(
      "the start fails once, but the completion handler is called",
      ([.isNotStarted(completes: true), lead], .callback(Pages.answer))),
    Case(
      "the start fails twice",
      (
        [.isNotStarted(completes: false), .isNotStarted(completes: true)],
        .fails(.misused, .invalidArgument, naming: "sheet")
      )),
  ]

  @Test(
    "a start that fails is repeated once, and a second failure is an error",
    arguments: starts, starters)
  func start(_ row: Case<([SessionScript], Ending)>, of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, row.value.0)
    row.value.1.check(try await signIn(agent, on: device))
    #expect(device.stage.faults == [])
  }

  @Test("a completion that is reported twice counts once", arguments: Subject.allCases)
  func twice(of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [.leadsTwice(to: Pages.answer), Self.lead])
    for _ in 0..<2 {
      Ending.callback(Pages.answer).check(try await signIn(agent, on: device))
    }
  }

  @Test(
    "a sign-in without a completion ends at the deadline, and the next one works",
    arguments: Subject.allCases)
  func never(of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [.never, Self.lead])
    async let late = signIn(agent, on: device)
    await device.stage.clock.expireDeadline()
    let result = try await late
    Ending.fails(.unreachable, .timedOut, naming: "user").check(result)
    guard case .failure(let error) = result else { return }
    #expect(error.isUnanswered)
    Ending.callback(Pages.answer).check(try await signIn(agent, on: device))
    #expect(device.stage.faults == [])
  }

  nonisolated static let ends: [Case<SessionScript>] = [
    Case("the system reports the cancellation later", .untilCancelled(completes: true)),
    Case("the system does not report the cancellation", .untilCancelled(completes: false)),
  ]

  @Test(
    "is not awaited after the sign-in is cancelled",
    arguments: ends, Subject.allCases)
  func cancelled(_ row: Case<SessionScript>, of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [row.value, Self.lead])
    let asking = Task { try await signIn(agent, on: device) }
    await device.waitUntilShown(by: agent)
    asking.cancel()
    Ending.fails(.unreachable, .cancelled).check(try await asking.value)
    Ending.callback(Pages.answer).check(try await signIn(agent, on: device))
    #expect(device.stage.faults == [])
  }

  @Test(
    "a sign-in in a task that is already cancelled shows no sheet",
    arguments: Subject.allCases)
  func cancelledBefore(of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [Self.lead])
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await signIn(agent, on: device)
    }
    Ending.fails(.unreachable, .cancelled).check(try await asking.value)
  }

  @Test(
    "a newer sign-in cancels an older one, and waits until its sheet is closed",
    arguments: Subject.allCases)
  func newest(of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [.never, .never, Self.lead])
    let first = Task { try await signIn(agent, on: device) }
    await device.waitUntilShown(by: agent)
    let second = Task { try await signIn(agent, on: device) }
    Ending.fails(.unreachable, .cancelled, saying: "newer").check(try await first.value)
    await device.waitUntilShown(2, by: agent)
    let third = Task { try await signIn(agent, on: device) }
    Ending.fails(.unreachable, .cancelled, saying: "newer").check(try await second.value)
    Ending.callback(Pages.answer).check(try await third.value)
    #expect(device.stage.faults == [])
  }

  @Test(
    "a sign-in right after a sign-out waits until its sheet is closed",
    arguments: Subject.allCases)
  func closing(of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [.closedByUser, Self.lead])
    let page = try Pages.signOut()
    try await device.run { _ = try await agent.endSession(page) }
    Ending.callback(Pages.answer).check(try await signIn(agent, on: device))
    #expect(device.stage.faults == [])
  }
}
