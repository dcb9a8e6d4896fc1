// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// A program that runs beside the test and whose output is read line by line.
public final class ChildProcess: Sendable {
  private struct Output {
    var lines: [String] = []
    var rest = ""
    var closed = false
  }

  /// One program is started at a time, so that none gets hold of another one's pipe and keeps it open.
  private static let starting = Mutex(())

  private let process: Mutex<Process>
  private let output = Mutex(Output())

  /// Starts the program with its standard output and error joined.
  public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws
  {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Self.starting.withLock { _ in
      let pipe = Pipe()
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      return pipe
    }
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    self.process = Mutex(process)
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.output.withLock { output in
        if data.isEmpty { output.closed = true }
        output.rest += String(decoding: data, as: UTF8.self)
        while let end = output.rest.firstIndex(of: "\n") {
          output.lines.append(String(output.rest[..<end]))
          output.rest.removeSubrange(...end)
        }
      }
    }
    try Self.starting.withLock { _ in try self.process.withLock { try $0.run() } }
  }

  /// The first line that fits, once it has been printed; gives up after 30 seconds.
  public func line(where fits: (String) -> Bool) async throws -> String {
    for _ in 0..<1500 {
      let (found, closed) = output.withLock { ($0.lines.first(where: fits), $0.closed) }
      if let found { return found }
      if closed { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let said = output.withLock { $0.lines.joined(separator: "\n") }
    throw MissingLine(output: said)
  }

  /// Everything printed and the exit status, once the program has ended by itself; gives up after a minute.
  public func end() async throws -> (output: String, status: Int32) {
    for _ in 0..<3000 {
      let (printed, closed) = output.withLock {
        (($0.lines + [$0.rest]).joined(separator: "\n"), $0.closed)
      }
      if closed, let status = process.withLock({ $0.isRunning ? nil : $0.terminationStatus }) {
        return (printed, status)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw MissingLine(output: output.withLock { $0.lines.joined(separator: "\n") })
  }

  /// Ends the program, and waits until it has ended: asked first, and after five seconds not asked any more.
  public func stop() {
    process.withLock { process in
      process.terminate()
      for _ in 0..<250 where process.isRunning { usleep(20_000) }
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      for _ in 0..<250 where process.isRunning { usleep(20_000) }
    }
  }
}

extension ChildProcess {
  /// Sends the program a signal it may not even notice, such as `SIGSTOP`.
  public func send(_ signal: Int32) {
    process.withLock { process in
      if process.isRunning { kill(process.processIdentifier, signal) }
    }
  }

  /// Kills the program, and waits until it has ended.
  public func crash() {
    send(SIGKILL)
    stop()
  }
}

/// A program ended, or said nothing for half a minute, without the expected line.
public struct MissingLine: Error, CustomStringConvertible {
  /// Everything it printed.
  public let output: String

  /// What was printed instead.
  public var description: String { "the expected line was not printed; the output was:\n\(output)" }
}
