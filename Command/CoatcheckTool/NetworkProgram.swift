// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program that does everything that needs the network, as `git-remote-https` does for `git`.
///
/// A process that links the network stack needs several times as long to start, and credential
/// helpers start `coatcheck token` hundreds of times a day.
enum NetworkProgram {
  static let name = "coatcheck-network"

  /// Replaces this process by the network program, with the same environment.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: What this process has read of its standard input; nil when it has read nothing.
  ///
  /// It is looked for in `$COATCHECK_EXEC_PATH`, else beside this program; never in `$PATH`, where
  /// another program of that name could be handed the sessions.
  ///
  /// - Throws: A failure that names the file if it cannot be started.
  static func replaceThisProcess(
    _ arguments: [String], input: [UInt8]? = nil
  ) throws(CommandFailure) -> Never {
    let path = try directory() + "/" + name
    if let input { try putBack(input) }
    // Never freed: the process is replaced, or ends.
    execv(path, (["coatcheck"] + arguments).map { strdup($0) } + [nil])
    throw CommandFailure(
      .failure, "cannot start \(path): \(String(cString: strerror(errno)))",
      hint: "install it beside coatcheck, or set COATCHECK_EXEC_PATH to its folder")
  }

  /// The maximum input that is passed on, in bytes: a pipe buffers this much while no program reads it.
  static let maximumInput = 32 << 10

  private static func putBack(_ input: [UInt8]) throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, write(ends[1], input, input.count) == input.count,
      dup2(ends[0], 0) == 0
    else {
      throw CommandFailure(
        .failure, "cannot pass the input on: \(String(cString: strerror(errno)))")
    }
    close(ends[0])
    close(ends[1])
  }

  private static func directory() throws(CommandFailure) -> String {
    if let path = ProcessVariables.value("COATCHECK_EXEC_PATH"), !path.isEmpty { return path }
    guard let program = ownPath(), let slash = program.lastIndex(of: "/") else {
      throw CommandFailure(
        .failure, "cannot find out where this program is installed",
        hint: "set COATCHECK_EXEC_PATH to the folder of \(name)")
    }
    return String(program[..<slash])
  }

  #if canImport(Darwin)
    private static func ownPath() -> String? {
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0,
        let resolved = realpath(buffer, nil)
      else { return nil }
      defer { free(resolved) }
      return String(validatingCString: resolved)
    }
  #else
    // `/proc/self/exe` leads to the file itself, also when a symbolic link in the PATH was started.
    private static func ownPath() -> String? {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  #endif
}
