// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// A program that runs beside the test, with its output in a file.
///
/// It does not use Foundation's `Process`, which reads beyond the list of open files if there are
/// many, and waits for daemons that keep a file open.
public final class ChildProcess: Sendable {
  /// Which open files a program inherits.
  public enum Inheritance: Sendable {
    /// Only its standard streams.
    case nothing
    /// All that are not marked close-on-exec.
    case everything
  }

  private let number: pid_t
  private let file: String
  private let status = Mutex<Int32?>(nil)

  /// Starts a program with its standard output and error joined.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Its arguments.
  ///   - environment: Environment variables that replace those of the test.
  ///   - input: The file that is its standard input.
  ///   - inheritance: Which open files of this process it inherits. Inherited listening sockets of other
  ///     tests would stay open in it.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = "/dev/null", inheriting inheritance: Inheritance = .nothing
  ) throws {
    file = NSTemporaryDirectory() + "/cc-\(UUID().uuidString).out"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    if inheritance == .nothing { InheritedFiles.close(in: &actions) }
    // The threads of tests block all signals, and a program would inherit that: it could not be
    // terminated by a signal.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + pairs { free(text) } }
    var number: pid_t = 0
    let failure = posix_spawn(&number, program, &actions, &attributes, words, pairs)
    guard failure == 0 else { throw MissingLine(output: "\(program) could not be started") }
    self.number = number
  }

  deinit { unlink(file) }

  /// Runs a program of the PATH to its end, and waits for it.
  ///
  /// - Returns: What it printed, and its exit status, or 128 and the number of the signal.
  @discardableResult
  public static func run(_ words: [String]) throws -> (output: String, status: Int32) {
    let child = try ChildProcess("/usr/bin/env", words)
    while true {
      if let exit = child.exit { return (child.output, exit) }
      usleep(2_000)
    }
  }

  /// Creates an executable script.
  ///
  /// Another process writes it: Linux refuses to execute a file that a process has open for writing, and
  /// programs that other tests start at this moment inherit the open files of this process for an instant.
  public static func install(script: String, at path: String) throws {
    let write = #"printf '%s' "$1" > "$0" && chmod 755 "$0""#
    let (output, status) = try run(["sh", "-c", write, path, script])
    guard status == 0 else { throw MissingLine(output: "no script at \(path): \(output)") }
  }

  /// Its output until now.
  public var output: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  /// The exit status, or 128 and the number of the signal; nil while it runs.
  public var exit: Int32? {
    status.withLock { status in
      var raw: Int32 = 0
      if status == nil, waitpid(number, &raw, WNOHANG) == number {
        status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
      }
      return status
    }
  }

  /// Whether it is stopped by a signal.
  public var isStopped: Bool { Self.isStopped(number) }

  /// Whether a process is stopped by a signal.
  ///
  /// - Parameter number: The process.
  public static func isStopped(_ number: pid_t) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return line?.split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// The maximum memory it has used so far, in bytes, while it runs.
  public var maximumMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map {
      $0 << 10
    }
  }

  /// The first whole line that fits, once it has been printed; gives up after five minutes.
  public func line(where fits: (String) -> Bool) async throws -> String {
    for _ in 0..<15_000 {
      let hasEnded = exit != nil
      let output = output
      let lines = output[..<(output.lastIndex(of: "\n") ?? output.startIndex)].split(
        separator: "\n")
      if let line = lines.lazy.map(String.init).first(where: fits) { return line }
      if hasEnded { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw MissingLine(output: output)
  }

  /// Everything printed and the exit status, once the program has ended by itself.
  ///
  /// - Parameter minutes: The maximum time to wait.
  public func end(within minutes: Int = 10) async throws -> (output: String, status: Int32) {
    for _ in 0..<(minutes * 6_000) {
      if let exit { return (output, exit) }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw MissingLine(output: output)
  }

  /// Sends the program a signal.
  public func send(_ signal: Int32) {
    if exit == nil { kill(number, signal) }
  }

  /// Ends the program by a signal, and waits until it has ended; kills it after five seconds.
  public func stop(_ signal: Int32) {
    send(signal)
    for _ in 0..<500 where exit == nil { usleep(10_000) }
    send(SIGKILL)
    for _ in 0..<500 where exit == nil { usleep(10_000) }
  }

  /// Asks the program to end, and waits until it has ended.
  public func stop() { stop(SIGTERM) }

  /// Kills the program, and waits until it has ended.
  public func crash() { stop(SIGKILL) }
}

/// A program ended, or timed out, without the expected line.
public struct MissingLine: Error, CustomStringConvertible {
  /// Everything it printed.
  public let output: String

  /// What was printed instead.
  public var description: String { "the expected line was not printed; the output was:\n\(output)" }
}
