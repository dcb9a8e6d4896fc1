// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A child process that is measured.
struct Child {
  let id: pid_t

  /// Starts the program. Its standard output goes to `output`; without one it is discarded, like its
  /// errors.
  ///
  /// - Parameter input: The file that is its standard input.
  init(_ command: [String], input: String = "/dev/null", output: Int32?) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id = pid_t()
    guard posix_spawn(&id, command[0], &actions, nil, words, environ) == 0 else {
      throw Failure(text: "cannot start \(command[0])")
    }
    self.id = id
  }

  /// Waits for the end of the process, and returns the status of `waitpid`: 0 for success.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// This process, to measure its own memory and time.
  static var current: Child { Child(id: getpid()) }

  private init(id: pid_t) { self.id = id }

  /// Sends SIGTERM, and waits for the end of the process.
  func stop() {
    kill(id, SIGTERM)
    wait()
  }

  /// The output of a program that ends successfully.
  static func output(of command: [String]) throws -> String {
    let pipe = Pipe()
    let child = try Child(command, output: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    guard child.wait() == 0 else { throw Failure(text: "\(command[0]) failed") }
    return String(decoding: data, as: UTF8.self)
  }

  /// Resident memory in MiB, with the mapped pages of the program file.
  func residentMemory() throws -> Double { try memory("VmRSS") }

  /// Resident anonymous memory in MiB, without the pages of files.
  func anonymousMemory() throws -> Double { try memory("RssAnon") }

  private func memory(_ name: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    guard let kilobytes = line.flatMap({ Double($0.filter(\.isNumber)) }) else {
      throw Failure(text: "no \(name) of process \(id)")
    }
    return kilobytes / 1024
  }

  /// The number of bytes that the process has written to files and sockets.
  func bytesWritten() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(id)/io", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
    guard let line, let bytes = Double(line.dropFirst(7)) else {
      throw Failure(text: "no wchar of process \(id)")
    }
    return bytes
  }

  /// Seconds of processor time so far, of all its threads, in user and in system mode.
  func processorTime() throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    // The second field, the name, may contain spaces; it ends with the last parenthesis.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw Failure(text: "no processor time of process \(id)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
