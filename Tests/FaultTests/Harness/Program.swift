// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A program that responds line by line, until it ends or is killed.
final class Program: Sendable {
  /// How a program ended.
  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  private struct State {
    var lines: [String] = []
    var isClosed = false
    var reader: CheckedContinuation<String?, Never>?
    var ending: Ending?
    var waiting: [CheckedContinuation<Ending, Never>] = []
  }

  private let id: pid_t
  private let wire: Int32
  private let state = Mutex(State())

  /// Starts the program with exactly these arguments and environment variables.
  init(_ path: String, _ arguments: [String], variables: [String: String] = [:]) throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The program would inherit the listening sockets of other tests, and keep them open.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in 3...(open.compactMap(Int32.init).max() ?? 3) + 64 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    let standard = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings =
      standard.merging(variables) { $1 }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var id = pid_t()
    let error = posix_spawn(&id, path, &actions, nil, words, settings)
    guard error == 0 else {
      close(ends[0])
      throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL)
    }
    self.id = id
    wire = ends[0]
    Thread.detachNewThread { self.read() }
    Thread.detachNewThread { self.reap() }
  }

  deinit { close(wire) }

  /// Sends a line.
  func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    send(wire, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next line that the program writes; nil when it has ended.
  func line() async -> String? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let line: String?? = state.withLock { state in
          if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
          if state.isClosed { return .some(nil) }
          state.reader = continuation
          return nil
        }
        if let line { continuation.resume(returning: line) }
      }
    } onCancel: {
      self.signal(SIGKILL)
    }
  }

  /// Sends a line and waits for the response; nil when the program ends first.
  func ask(_ line: String) async -> String? {
    tell(line)
    return await self.line()
  }

  /// Sends a signal, unless the program has ended.
  func signal(_ signal: Int32) {
    state.withLock { state in
      if state.ending == nil { kill(id, signal) }
    }
  }

  /// Whether the program was stopped by SIGSTOP.
  var isStopped: Bool { ChildProcess.isStopped(id) }

  /// Waits for the end of the program.
  func ended() async -> Ending {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ending = state.withLock { state in
          if state.ending == nil { state.waiting.append(continuation) }
          return state.ending
        }
        if let ending { continuation.resume(returning: ending) }
      }
    } onCancel: {
      self.signal(SIGKILL)
    }
  }

  private func read() {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(wire, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        deliver(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
    }
    let reader = state.withLock { state in
      state.isClosed = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  private func deliver(_ line: String) {
    let reader = state.withLock { state in
      if state.reader == nil { state.lines.append(line) }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: line)
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let (ending, waiting) = state.withLock { state in
      // Under the lock, so that `signal` cannot use an ID that another process has got.
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let signal = status & 0x7F
      let ending: Ending = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
      state.ending = ending
      defer { state.waiting = [] }
      return (ending, state.waiting)
    }
    for continuation in waiting { continuation.resume(returning: ending) }
  }
}
