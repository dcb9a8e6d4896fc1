// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads the input of a command: standard input, or a file named on the command line.
public enum StandardInput {
  /// Reads all bytes of standard input, or of a file.
  ///
  /// - Parameters:
  ///   - file: The path of the file; nil for standard input.
  ///   - limit: The maximum number of bytes.
  /// - Throws: A failure with ``ExitStatus/usage`` when the input cannot be read or is longer than `limit`.
  public static func bytes(file: String? = nil, limit: Int) throws(CommandFailure) -> [UInt8] {
    let descriptor = file.map { open($0, O_RDONLY | O_CLOEXEC) } ?? dup(0)
    let name = file ?? "standard input"
    guard descriptor >= 0 else { throw unreadable(name) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(name)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw CommandFailure(.usage, "\(name) holds more than \(limit) bytes")
      }
    }
  }

  /// Reads one line of text, without the line breaks at its end.
  ///
  /// - Parameters:
  ///   - file: The path of the file; nil for standard input.
  ///   - subject: What the line is, for the error message: `client secret`.
  /// - Throws: A failure with ``ExitStatus/usage`` when the input cannot be read, has more than 64 KiB, is
  ///   not UTF-8, is empty, or has more than one line.
  public static func line(file: String? = nil, named subject: String) throws(CommandFailure)
    -> String
  {
    let bytes = try bytes(file: file, limit: 64 * 1024)
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "the \(subject) is not UTF-8 text")
    }
    while text.last?.isNewline == true { text.removeLast() }
    guard !text.isEmpty, !text.contains(where: \.isNewline) else {
      throw CommandFailure(.usage, "the \(subject) must be one line of text")
    }
    return text
  }

  private static func unreadable(_ name: String) -> CommandFailure {
    CommandFailure(.usage, "cannot read \(name): \(String(cString: strerror(errno)))")
  }
}
