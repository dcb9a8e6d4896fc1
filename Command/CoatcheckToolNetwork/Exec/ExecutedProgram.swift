// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// A program that the command runs with its own streams.
struct ExecutedProgram: Sendable {
  private let number: pid_t

  /// Starts it.
  ///
  /// - Parameter words: The program, which is looked for in the PATH, and its arguments.
  /// - Throws: A failure that names it.
  init(_ words: [String]) throws(CommandFailure) {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program would inherit the signals that this process blocks and ignores.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var standard = sigset_t()
    sigemptyset(&standard)
    for number in [SIGPIPE, SIGINT] { sigaddset(&standard, number) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var number = pid_t()
    let error = posix_spawnp(&number, words[0], nil, &attributes, arguments, environ)
    guard error == 0 else { throw Self.failure(words[0], error) }
    self.number = number
    // Ctrl-C reaches the program as well, which decides whether it ends.
    signal(SIGINT, SIG_IGN)
  }

  /// Waits for its end, and passes SIGTERM on to it.
  ///
  /// - Returns: Its exit status; 128 and the number of the signal that ended it.
  func end() async -> Int32 {
    let number = number
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var status: Int32 = 0
          while waitpid(number, &status, 0) < 0, errno == EINTR {}
          let signal = status & 0x7F
          continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
      }
    } onCancel: {
      kill(number, SIGTERM)
    }
  }

  /// Replaces this process with the program.
  ///
  /// - Returns: A failure that names it; on success the function does not return.
  static func replaceThisProcess(_ words: [String]) -> CommandFailure {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    signal(SIGPIPE, SIG_DFL)
    // Never freed: the process is replaced, or ends.
    execvp(words[0], words.map { strdup($0) } + [nil])
    return failure(words[0], errno)
  }

  private static func failure(_ program: String, _ error: Int32) -> CommandFailure {
    CommandFailure(
      .failure,
      "cannot start “\(UntrustedText.printable(program))”: \(String(cString: strerror(error)))")
  }
}
