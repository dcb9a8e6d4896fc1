// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal this process was started from, which is there even if standard output and error go
/// elsewhere: programs that call others often swallow them.
package enum ControllingTerminal {
  private static let path = "/dev/tty"

  /// Whether there is one.
  package static var exists: Bool {
    guard let file = open(O_WRONLY) else { return false }
    return isatty(file.descriptor) == 1
  }

  /// Writes text to it, if there is one.
  package static func write(_ text: String) {
    guard let file = open(O_WRONLY) else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(file.descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads one line, without blocking a thread of the caller.
  ///
  /// - Throws: `cancelled` when the task is cancelled, `misused` when the line is longer than the limit.
  package static func readLine(_ limit: Int) async throws(OAuthError) -> String? {
    try await read(limit, secretPrompt: nil)
  }

  /// Reads one line that the terminal does not show: a password. Else as ``readLine(_:)``.
  ///
  /// - Parameter prompt: The text that is shown before the input.
  package static func readSecret(
    _ prompt: String, _ limit: Int
  ) async throws(OAuthError) -> Secret? {
    // The line break was typed, but not shown.
    defer { write("\n") }
    return try await read(limit, secretPrompt: prompt).map(Secret.init)
  }

  private static func read(
    _ limit: Int, secretPrompt: String?
  ) async throws(OAuthError) -> String? {
    guard let file = open(O_RDWR), let (ours, theirs) = OpenSocket.pair() else {
      throw .misused("terminal", "The terminal cannot be read.")
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<String?, OAuthError>, Never>) in
        DispatchQueue(label: "coatcheck.terminal").async {
          var line = TerminalLine(
            terminal: file.descriptor, wake: theirs.descriptor, limit: limit,
            secretPrompt: secretPrompt)
          continuation.resume(returning: line.read())
          withExtendedLifetime((file, theirs)) {}
        }
      }
    } onCancel: {
      // Closing one socket of the pair wakes the reading thread.
      ours.close()
    }
    return try result.get()
  }

  private static func open(_ mode: Int32) -> Descriptor? {
    let descriptor = openFile(path, mode | O_CLOEXEC | O_NOCTTY)
    return descriptor >= 0 ? Descriptor(descriptor) : nil
  }

  /// A descriptor that is closed with the last reference to it.
  private final class Descriptor: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { _ = closeFile(descriptor) }
  }
}

// Inside of a type with a method of the same name, the name does not mean the function of the C
// library.
private func openFile(_ path: String, _ mode: Int32) -> Int32 { open(path, mode) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
