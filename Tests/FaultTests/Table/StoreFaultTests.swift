// SPDX-License-Identifier: Apache-2.0
import CoatcheckStoreTesting
import TestKit

/// Faults of a store, named as in `docs/faults.md`.
enum StoreFault: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case full = "the disk is full"
  case quota = "the user's quota is used up"
  case readOnly = "the file system is read-only"
  case broken = "the disk fails"
  case locked = "the keychain is locked"
  case damaged = "the session's file is damaged while the program runs"
  case damagedBefore = "the session's file is damaged before the program starts"
  case stopped = "another program is stopped in the middle of a refresh"

  var testDescription: String { rawValue }

  /// The error of the system calls, and the kinds of calls that fail.
  var calls: (error: Int32, kinds: String)? {
    switch self {
    case .full: (ENOSPC, "w")
    case .quota: (EDQUOT, "w")
    case .readOnly: (EROFS, "wc")
    case .broken: (EIO, "rwc")
    default: nil
    }
  }
}

@Suite("Faults of the store")
struct StoreFaultTests {
  @Test("have the outcome of their row", .timeLimit(.minutes(10)), arguments: StoreFault.allCases)
  func table(_ fault: StoreFault) async throws {
    let stage = try await Stage.start()
    let row =
      switch fault {
      case .full, .quota, .readOnly, .broken: try await systemCalls(fault, stage)
      case .locked: try await locked(stage)
      case .damaged: try await damaged(stage)
      case .damagedBefore: try await damagedBefore(stage)
      case .stopped: try await stopped(stage)
      }
    #expect(row == FaultRow.documented(fault.rawValue), "\(row)")
  }

  /// A program whose system calls fail for a while.
  private func systemCalls(_ fault: StoreFault, _ stage: Stage) async throws -> FaultRow {
    let path = stage.path()
    let store = FileTokenStore(directory: path)
    let first = try await stage.signIn(into: store)
    let trouble = stage.path("trouble")
    let calls = try #require(fault.calls)
    let worker = try await stage.worker(
      in: path,
      variables: FaultLayer.variables(
        error: calls.error, kinds: calls.kinds, in: path, whileThereIs: trouble))
    #expect(await worker.ask("token") == Stage.answer(first))
    try Data().write(to: URL(filePath: trouble))
    let asked = stage.server.requests.count("/token")
    var row = FaultRow(
      name: fault.rawValue, lasting: "", ended: "", status: "", stored: "", afterwards: "")
    stage.server.clock.advance(by: .seconds(580))
    row.lasting = await use(worker, stage, first)
    stage.server.clock.advance(by: .seconds(30))
    row.ended = await use(worker, stage, first)
    row.status = await worker.ask("status") ?? "killed"
    // The store fails before the refresh token is used.
    #expect(stage.server.requests.count("/token") == asked)
    row.stored = try await store.session(first.account) == nil ? "gone" : "kept"
    try FileManager.default.removeItem(atPath: trouble)
    let answer = await worker.ask("refresh")
    let last = try #require(await store.session(first.account))
    #expect(answer == Stage.answer(last))
    row.afterwards = try await worksFully(last, stage) ? "works" : "lost"
    worker.tell("quit")
    return row
  }

  private func locked(_ stage: Stage) async throws -> FaultRow {
    let records = FaultyRecords(MemoryRecords())
    let subject = try await Subject(on: stage, in: RecordTokenStore(records))
    for function in [RecordFunction.read, .write, .remove] {
      records.fail(function, with: .locked)
    }
    return try await row(.locked, subject) {
      // Reads without the lock.
      let sessions = try? await RecordTokenStore(records.base).sessions()
      return sessions?.count == 1 ? "kept" : "gone"
    } mended: {
      records.mend()
    }
  }

  private func damaged(_ stage: Stage) async throws -> FaultRow {
    let path = stage.path()
    let subject = try await Subject(on: stage, in: FileTokenStore(directory: path))
    try Self.damage(path)
    return try await row(.damaged, subject) {
      Folder.damaged(in: path).isEmpty ? "not set aside" : "set aside, and kept from memory"
    }
  }

  private func damagedBefore(_ stage: Stage) async throws -> FaultRow {
    let path = stage.path()
    let store = FileTokenStore(directory: path)
    let first = try await stage.signIn(into: store)
    try Self.damage(path)
    let worker = try await stage.worker(in: path)
    var row = FaultRow(
      name: StoreFault.damagedBefore.rawValue, lasting: await use(worker, stage, first),
      ended: "", status: "", stored: "", afterwards: "")
    row.ended = await use(worker, stage, first)
    row.status = "–"
    row.stored = Folder.damaged(in: path).count == 1 ? "set aside" : "not set aside"
    // The operator removes the damaged files.
    for name in Folder.damaged(in: path) {
      try FileManager.default.removeItem(atPath: path + "/" + name)
    }
    try await store.save(first)
    #expect(await worker.ask("refresh")?.hasPrefix("token \(first.generation + 1) ") == true)
    let last = try #require(await store.session(first.account))
    row.afterwards = try await worksFully(last, stage) ? "mend the file, or sign in again" : "lost"
    worker.tell("quit")
    return row
  }

  private func stopped(_ stage: Stage) async throws -> FaultRow {
    let path = stage.path()
    let store = FileTokenStore(directory: path, environment: Clocks.impatient)
    let subject = try await Subject(on: stage, in: store)
    // The other program stops just before it stores the new tokens.
    let log = stage.path("calls")
    let calls = try await Self.callsOfRefresh(log)
    let last = try #require(calls.last { $0.name == "renameat" })
    let other = try await stage.worker(
      in: path, variables: FaultLayer.variables(.init(call: last.number, how: .stop), in: path))
    other.tell("refresh")
    try await Self.untilStopped(other)
    let row = try await row(.stopped, subject) {
      await subject.stored()
    } mended: {
      other.signal(SIGCONT)
      #expect(await other.line()?.hasPrefix("token ") == true)
      other.tell("quit")
    }
    other.signal(SIGKILL)
    return row
  }

  /// The row of a fault that exists from the start until it is repaired.
  private func row(
    _ fault: StoreFault, _ subject: Subject, stored: () async -> String,
    mended: () async throws -> Void = {}
  ) async throws -> FaultRow {
    var row = FaultRow(
      name: fault.rawValue, lasting: "", ended: "", status: "", stored: "", afterwards: "")
    subject.clocks.pass(580)
    row.lasting = await subject.use()
    subject.clocks.pass(30)
    row.ended = await subject.use()
    row.status = subject.status
    row.stored = await stored()
    try await mended()
    row.afterwards = try await subject.afterwards()
    return row
  }

  private func use(_ worker: Program, _ stage: Stage, _ first: StoredSession) async -> String {
    _ = await worker.ask(stage.now)
    let answer = await worker.ask("token") ?? "killed"
    if answer == Stage.answer(first) { return "old token" }
    if answer == "none" { return "no session" }
    if answer.hasPrefix("token ") { return "new token" }
    let words = answer.split(separator: " ")
    guard words.first == "error", words.count == 3,
      let outcome = OAuthError.Outcome(rawValue: String(words[1]))
    else { return answer }
    return Subject.word(
      for: OAuthError(
        outcome: outcome, code: OAuthError.Code(rawValue: String(words[2])), reason: ""))
  }

  private func worksFully(_ session: StoredSession, _ stage: Stage) async throws -> Bool {
    let isAccepted = try await stage.accepts(session)
    let isAlive = try await stage.isAlive(session)
    return isAccepted && isAlive
  }

  private static func damage(_ path: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.hasSuffix(".json") && name.count == 69 {
      try Data("{\"version\":1,".utf8).write(to: URL(filePath: path + "/" + name))
    }
  }

  /// The calls of one refresh, recorded with another server.
  private static func callsOfRefresh(_ log: String) async throws -> [FaultLayer.Call] {
    let stage = try await Stage.start()
    let path = stage.path()
    _ = try await stage.signIn(into: FileTokenStore(directory: path))
    let worker = try await stage.worker(
      in: path, variables: FaultLayer.variables(in: path, log: log))
    _ = await worker.ask("refresh")
    worker.tell("quit")
    _ = await worker.ended()
    await stage.server.stop()
    return try FaultLayer.calls(log)
  }

  private static func untilStopped(_ program: Program) async throws {
    for _ in 0..<2000 {
      if program.isStopped { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw Unexpected("the program did not stop")
  }
}
