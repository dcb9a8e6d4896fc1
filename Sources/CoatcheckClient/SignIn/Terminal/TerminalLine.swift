// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One line that is typed or pasted at a terminal.
///
/// A terminal that collects lines by itself cuts them (after 4,095 bytes on Linux, 1,023 on macOS),
/// and an address that is pasted may be longer. So the line is collected here, and the terminal is
/// put back as it was afterwards.
struct TerminalLine {
  let terminal: Int32
  /// The descriptor whose events stop the reading.
  let wake: Int32
  let limit: Int
  /// The prompt for a line that the terminal does not show, such as a password; nil for a line that it
  /// shows. It is written when the echo is off.
  var secretPrompt: String?

  private static let endOfInput: UInt8 = 0x04
  private static let erasures: [UInt8] = [0x08, 0x7F]
  private static let lineBreaks: [UInt8] = [0x0A, 0x0D]

  mutating func read() -> Result<String?, OAuthError> {
    var before = termios()
    let isTerminal = tcgetattr(terminal, &before) == 0
    if isTerminal {
      var now = before
      now.c_lflag &= ~tcflag_t(ICANON)
      if secretPrompt != nil { now.c_lflag &= ~tcflag_t(ECHO) }
      tcsetattr(terminal, TCSADRAIN, &now)
    }
    if let secretPrompt { ControllingTerminal.write(secretPrompt) }
    defer { if isTerminal { tcsetattr(terminal, TCSADRAIN, &before) } }
    return collect()
  }

  private func collect() -> Result<String?, OAuthError> {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      guard let bytes = next() else { return .failure(.programCancelled) }
      if bytes.isEmpty { return finished(line, isTooLong, atEnd: true) }
      for byte in bytes {
        if Self.lineBreaks.contains(byte) { return finished(line, isTooLong, atEnd: false) }
        if byte == Self.endOfInput { return finished(line, isTooLong, atEnd: true) }
        if Self.erasures.contains(byte) {
          // A character may have several bytes; all but the first begin with the bits 10.
          while let byte = line.popLast(), byte & 0xC0 == 0x80 {}
        } else if line.count < limit {
          line.append(byte)
        } else {
          // The rest is read all the same, so that it is not taken for the next line.
          isTooLong = true
        }
      }
    }
  }

  private func finished(
    _ line: [UInt8], _ isTooLong: Bool, atEnd: Bool
  ) -> Result<String?, OAuthError> {
    if isTooLong { return .failure(.misused("line", "The line is longer than \(limit) bytes.")) }
    if atEnd, line.isEmpty { return .success(nil) }
    return .success(String(decoding: line, as: UTF8.self))
  }

  /// The next bytes; empty at the end of the input, nil when the reader was woken.
  private func next() -> [UInt8]? {
    var polled = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&polled, nfds_t(polled.count), -1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, polled[1].revents == 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let received = readBytes(terminal, &buffer)
      if received < 0, errno == EINTR || errno == EAGAIN { continue }
      return received > 0 ? Array(buffer[..<received]) : []
    }
  }
}

private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
