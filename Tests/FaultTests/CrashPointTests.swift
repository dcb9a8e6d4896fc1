// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A program is killed at every system call of its store")
struct CrashPointTests {
  // attack: C-42, C-83
  @Test(
    "during a refresh: the old or the new session is stored, works, and refreshes again",
    .timeLimit(.minutes(10)))
  func refresh() async throws {
    try await CrashPoints.inTwoLanes("refresh") { stage, path, variables in
      try await Self.refreshing(stage, path, variables)
    } checked: {
      try await Self.survived($0, $1, before: $2)
    }
  }

  // attack: C-42
  @Test("when the command refreshes: the old or new session is stored", .timeLimit(.minutes(10)))
  func command() async throws {
    try await CrashPoints.inTwoLanes("coatcheck-network token --refresh") {
      stage, path, variables in
      try CrashPoints.command(["token", "--refresh"], path, variables)
    } checked: {
      try await Self.survived($0, $1, before: $2)
    }
  }

  @Test(
    "during a sign-in: the user is signed in or not, and signing in again works",
    .timeLimit(.minutes(10)))
  func signIn() async throws {
    try await CrashPoints.inTwoLanes("sign-in", signedIn: false) { stage, path, variables in
      let worker = try await stage.worker(in: path, variables: variables)
      try await Self.signIn(worker, stage)
      return worker
    } checked: { stage, path, _ in
      let store = FileTokenStore(directory: path)
      let sessions = try await store.sessions()
      #expect(Folder.damaged(in: path).isEmpty)
      // Each stored session is complete, and its access token valid.
      for session in sessions { #expect(try await stage.accepts(session)) }
      let worker = try await stage.worker(in: path)
      let found = await worker.ask("token")
      #expect(found == sessions.first.map(Stage.answer) ?? "none")
      try await Self.signIn(worker, stage)
      #expect(await worker.ended() == .exit(0))
      let stored = try #require(await store.sessions().first)
      #expect(try await store.sessions().count == 1)
      #expect(try await stage.accepts(stored))
      return sessions.isEmpty ? "not signed in" : "signed in"
    }
  }

  @Test(
    "during a sign-out: the session is complete or removed, and signing out again works",
    .timeLimit(.minutes(10)))
  func signOut() async throws {
    try await CrashPoints.inTwoLanes("sign-out") { stage, path, variables in
      let worker = try await stage.worker(in: path, variables: variables)
      worker.tell("sign-out")
      worker.tell("quit")
      return worker
    } checked: { stage, path, before in
      let store = FileTokenStore(directory: path)
      let sessions = try await store.sessions()
      #expect(Folder.damaged(in: path).isEmpty)
      let isAlive = try await stage.isAlive(before)
      let worker = try await stage.worker(in: path)
      defer { worker.tell("quit") }
      guard let left = sessions.first else {
        #expect(!isAlive, "the session is forgotten and its tokens are good")
        #expect(await worker.ask("load") == "none")
        return "signed out"
      }
      #expect(Stage.answer(left) == Stage.answer(before))
      if isAlive {
        let answer = await worker.ask("refresh")
        #expect(answer?.hasPrefix("token \(before.generation + 1) ") == true, "\(answer ?? "")")
        #expect(await worker.ask("sign-out")?.contains("forget_locally=done") == true)
        #expect(try await store.sessions().isEmpty)
        return "still signed in"
      }
      // The tokens are revoked but the session is still stored: the next use detects it.
      #expect(await worker.ask("refresh") == "error refused session_ended")
      #expect(try await store.sessions().isEmpty)
      return "revoked, not yet forgotten"
    }
  }

  @Test(
    "or one of these calls fails or writes half: the next refresh works",
    .timeLimit(.minutes(10)))
  func failures() async throws {
    let calls = try await CrashPoints.calls { stage, path, variables in
      try await Self.refreshing(stage, path, variables)
    }
    let errors = [EIO, ENOSPC, EROFS, EDQUOT, EINTR]
    let points = calls.flatMap { call in
      let failing = FaultLayer.Fault(
        call: call.number, how: .fail, error: errors[call.number % errors.count])
      let half = FaultLayer.Fault(call: call.number, how: .short)
      return call.isWrite ? [failing, half] : [failing]
    }
    let stage = try await Stage.start(at: Date())
    var seen: [String: Int] = [:]
    for point in points {
      let path = stage.path("\(point.call) \(point.how)")
      let store = FileTokenStore(directory: path)
      let before = try await stage.signIn(into: store)
      let worker = try await stage.worker(
        in: path, variables: FaultLayer.variables(point, in: path))
      let first = await worker.ask("refresh") ?? "killed"
      let isToken = first.hasPrefix("token ")
      #expect(isToken || first == "error unreachable store_failed", "\(point): \(first)")
      seen[isToken ? "went well nevertheless" : "failed", default: 0] += 1
      // Both the same program and the next one continue.
      let next = try await stage.worker(in: path)
      for program in [worker, next] {
        let answer = await program.ask("refresh")
        let stored = try #require(await store.session(before.account), "\(point)")
        #expect(answer == Stage.answer(stored), "\(point)")
        #expect(try await stage.isAlive(stored), "\(point)")
        program.tell("quit")
      }
      #expect(Folder.damaged(in: path).isEmpty, "\(point)")
    }
    print("failing calls: \(points.count) points,", seen.sorted { $0.key < $1.key })
  }

  private static func refreshing(
    _ stage: Stage, _ path: String, _ variables: [String: String]
  ) async throws -> Program {
    let worker = try await stage.worker(in: path, variables: variables)
    worker.tell("refresh")
    worker.tell("quit")
    return worker
  }

  private static func signIn(_ worker: Program, _ stage: Stage) async throws {
    if let line = await worker.ask("sign-in"), line.hasPrefix("open "),
      let url = URL(string: String(line.dropFirst(5)))
    {
      worker.tell("callback \(try await stage.agent.authorize(at: url))")
    }
    worker.tell("quit")
  }

  /// Checks the store after a killed refresh, and that the session can be refreshed further.
  private static func survived(
    _ stage: Stage, _ path: String, before: StoredSession
  ) async throws -> String {
    let asked = stage.server.requests.count("/token")
    let store = FileTokenStore(directory: path)
    let outcome = try await SessionCheck.outcome(in: store, path, before: before)
    let worker = try await stage.worker(in: path)
    let answer = await worker.ask("token")
    let stored = try #require(await store.session(before.account))
    #expect(answer == Stage.answer(stored))
    #expect(try await stage.accepts(stored))
    for _ in 0..<2 {
      let answer = await worker.ask("refresh")
      let next = try #require(await store.session(before.account))
      #expect(answer == Stage.answer(next))
      #expect(try await stage.accepts(next))
    }
    worker.tell("quit")
    #expect(await worker.ended() == .exit(0))
    let last = try #require(await store.session(before.account))
    #expect(last.generation >= stored.generation + 2)
    #expect(try await stage.isAlive(last))
    #expect(stage.server.requests.count("/token") > asked)
    return outcome
  }
}
