// SPDX-License-Identifier: Apache-2.0
import TestKit

/// One run of a real program, with its two output streams kept apart.
final class ToolProcess: Sendable {
  /// How a process ended.
  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  private struct State {
    var ending: Ending?
    var waiting: [CheckedContinuation<Ending, Never>] = []
  }

  private let id: pid_t
  private let files: String
  // The sandbox removes its folder when it is released, so it must outlive the output.
  private let folder: any AnyObject & Sendable
  private let state = Mutex(State())

  /// Starts `program` with exactly these arguments and environment variables.
  ///
  /// - Parameters:
  ///   - files: The beginning of the path of the files that take its output.
  ///   - inputPath: Where standard input comes from instead of a file; a terminal becomes its own.
  ///   - outputPath: Where standard output goes instead of a file.
  ///   - errorPath: Where standard error goes instead of a file.
  ///   - folder: The owner of these files, which removes them when it is released.
  init(
    _ program: String, _ arguments: [String], variables: [String: String], input: String,
    files: String, inputPath: String? = nil, outputPath: String? = nil, errorPath: String? = nil,
    in folder: any AnyObject & Sendable
  ) throws {
    self.files = files
    self.folder = folder
    try Data(input.utf8).write(to: URL(filePath: files + ".in"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, inputPath ?? files + ".in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath ?? files + ".out", writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath ?? files + ".err", writing, 0o600)
    // The sockets on which servers of other tests listen would be inherited, and stay open there.
    InheritedFiles.close(in: &actions)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    // A session of its own, so that the program does not prompt at the terminal of the tests. The
    // header of the C library keeps the name POSIX_SPAWN_SETSID for programs in C.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, 0x80)
    var id = pid_t()
    let error = posix_spawn(&id, program, &actions, &attributes, words, settings)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.id = id
    Thread.detachNewThread { self.reap() }
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let waiting = state.withLock { state in
      // Under the lock, so that `send` cannot use the id of another process.
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let signal = status & 0x7F
      state.ending = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let ending = state.withLock({ $0.ending }) else { return }
    for continuation in waiting { continuation.resume(returning: ending) }
  }

  /// Sends a signal, unless the process has ended.
  func send(_ signal: Int32) {
    state.withLock { state in
      if state.ending == nil { kill(id, signal) }
    }
  }

  /// Waits for the end.
  func ended() async -> Ending {
    await withCheckedContinuation { continuation in
      let ending = state.withLock { state in
        if state.ending == nil { state.waiting.append(continuation) }
        return state.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Waits for the end, and checks the exit status if one is given.
  func check(_ status: Int32?, _ location: SourceLocation = #_sourceLocation) async {
    let ending = await ended()
    if let status { #expect(ending == .exit(status), "\(errors)", sourceLocation: location) }
  }

  /// The peak of its memory until now, in bytes; nil once it has ended.
  var peakMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// Whether it still runs.
  var isRunning: Bool { state.withLock { $0.ending == nil } }

  /// What it has written to standard output.
  var output: String { text(".out") }

  /// What it has written to standard error.
  var errors: String { text(".err") }

  private func text(_ suffix: String) -> String {
    let data = FileManager.default.contents(atPath: files + suffix) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
