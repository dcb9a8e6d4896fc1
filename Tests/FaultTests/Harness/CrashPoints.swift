// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Kills a program at each call to its store, one after the other.
enum CrashPoints {
  /// Starts the program on the store in a folder, with these environment variables.
  typealias Start = @Sendable (Stage, String, [String: String]) async throws -> Program
  /// Checks the store after the kill, given the session from before, and returns a description of the
  /// result.
  typealias Check = @Sendable (Stage, String, StoredSession) async throws -> String

  /// Records the calls that the program makes, then kills it at each: before it, after it, and in the
  /// middle of a write. Two servers, each with a store, share the work.
  static func inTwoLanes(
    _ what: String, signedIn: Bool = true, _ start: @escaping Start, checked: @escaping Check
  ) async throws {
    let clock = ContinuousClock()
    let began = clock.now
    let calls = try await calls(of: start, signedIn: signedIn)
    let points = calls.flatMap { call in
      let ways: [FaultLayer.Fault.How] = [.killBefore, .killAfter]
      return (call.isWrite ? ways + [.killMiddle] : ways).map {
        FaultLayer.Fault(call: call.number, how: $0)
      }
    }
    let found = try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in 0...1 {
        let own = points.enumerated().filter { $0.offset % 2 == lane }.map(\.element)
        group.addTask { try await run(own, signedIn: signedIn, start, checked) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let counts = Dictionary(grouping: found) { $0 }.mapValues(\.count).sorted { $0.key < $1.key }
    let time = began.duration(to: clock.now)
    print(
      "crash points: \(what): \(calls.count) calls, \(points.count) points,",
      counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "), "in \(time)")
    // Every point killed the program, and the results include both the old and the new state.
    #expect(found.count == points.count && counts.count >= 2)
  }

  /// The calls to its store that an undisturbed program makes.
  static func calls(of start: Start, signedIn: Bool = true) async throws -> [FaultLayer.Call] {
    let stage = try await Stage.start(at: Date())
    let path = stage.path("sessions")
    if signedIn { _ = try await stage.signIn(into: FileTokenStore(directory: path)) }
    let log = stage.path("calls")
    let program = try await start(stage, path, FaultLayer.variables(in: path, log: log))
    #expect(await program.ended() == .exit(0))
    let calls = try FaultLayer.calls(log)
    await stage.server.stop()
    // The documented calls of the store: without them, the layer would miss the real calls.
    let names = Set(calls.map(\.name))
    #expect(names.isSuperset(of: ["fsync", "unlinkat"]), "\(calls)")
    #expect(!names.isDisjoint(with: ["flock", "fcntl"]), "\(calls)")
    return calls
  }

  private static func run(
    _ points: [FaultLayer.Fault], signedIn: Bool, _ start: Start, _ checked: Check
  ) async throws -> [String] {
    let stage = try await Stage.start(at: Date())
    let elsewhere = try await stage.signIn(into: MemoryTokenStore())
    var found: [String] = []
    for point in points {
      // Each point has its own store, and its own session at the server.
      let path = stage.path("\(point)/sessions")
      try FileManager.default.createDirectory(
        atPath: stage.path("\(point)"), withIntermediateDirectories: false)
      let before =
        signedIn ? try await stage.signIn(into: FileTokenStore(directory: path)) : elsewhere
      let program = try await start(stage, path, FaultLayer.variables(point, in: path))
      let ending = await program.ended()
      guard ending == .signal(SIGKILL) else {
        Issue.record("\(point): the program was not killed: \(ending)")
        continue
      }
      do {
        found.append(try await checked(stage, path, before))
      } catch {
        Issue.record("\(point): \(error)")
      }
      try FileManager.default.removeItem(atPath: stage.path("\(point)"))
    }
    await stage.server.stop()
    return found
  }

  /// The network process of the command, with the folder as its store.
  static func command(
    _ arguments: [String], _ path: String, _ variables: [String: String]
  ) throws -> Program {
    // The command keeps its sessions in a folder of that name.
    let home = path.split(separator: "/").dropLast().joined(separator: "/")
    return try Program(
      BuiltProgram.path("coatcheck-network"), arguments,
      variables: variables.merging(["COATCHECK_HOME": "/" + home]) { $1 })
  }
}
