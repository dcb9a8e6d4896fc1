// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// A program started beside this one, with nothing of ours: no input, no output, no open file, no
/// blocked signal, and a process group of its own, so that Ctrl-C ends the command and not the
/// browser.
struct DetachedProgram: Sendable {
  private let id: pid_t

  /// Starts `program`, found in `$PATH` unless it holds a slash, with one argument.
  ///
  /// - Throws: a failure that names the program if it cannot be started.
  static func start(_ program: String, argument: String) throws(CommandFailure) -> DetachedProgram {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The answer of this command is on its standard output, and its own words on standard error:
    // what browsers print would spoil the first and drown the second.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var handled = sigset_t()
    sigemptyset(&handled)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&handled, signal) }
    posix_spawnattr_setsigdefault(&attributes, &handled)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { words.forEach { free($0) } }
    var id = pid_t()
    let error = posix_spawnp(&id, program, &actions, &attributes, &words, environ)
    guard error == 0 else {
      throw CommandFailure(
        .failure, "cannot start the browser program \(program): \(String(cString: strerror(error)))"
      )
    }
    return DetachedProgram(id: id)
  }

  /// Calls `body`, from a thread of its own, with the program's status once it has ended.
  func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 {
        guard errno == EINTR else { return }
      }
      body(status)
    }
  }
}
