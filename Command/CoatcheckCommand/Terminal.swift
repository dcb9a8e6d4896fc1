// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a command writes. Standard output carries the result; standard error everything else.
///
/// Every line on standard error begins with `coatcheck:`. An error says who failed, and a hint what
/// to do about it:
///
/// ```
/// coatcheck: error: the provider refused: invalid_client
/// coatcheck: hint: check --client-id and --client-secret-file
/// ```
///
/// Messages may quote what a provider sent: they pass ``UntrustedText`` here, so that no caller can
/// forget it.
public struct Terminal: Sendable {
  /// One of the two streams of a command.
  public enum Stream: Int32, Sendable {
    /// The output.
    case output = 1
    /// Everything else.
    case error = 2
  }

  private let write: @Sendable (Stream, [UInt8]) throws(CommandFailure) -> Void

  /// Whether a user reads the output: bytes from elsewhere are then cleaned before they are shown.
  public let isForTerminal: Bool

  /// Whether the reading end of the pipe is closed.
  public let isAbandoned: @Sendable () -> Bool

  /// How many columns a user sees who reads standard error; nil if that is no terminal.
  public let noteWidth: @Sendable () -> Int?

  /// Whether the labels of errors and warnings have a colour.
  private let isColoured: Bool

  /// Whether notes are left out.
  private var isQuiet = false

  /// A terminal that hands each piece of output to `write`, which may be called from any thread.
  public init(
    isForTerminal: Bool, isAbandoned: @escaping @Sendable () -> Bool = { false },
    noteWidth: @escaping @Sendable () -> Int? = { nil }, isColoured: Bool = false,
    write: @escaping @Sendable (Stream, [UInt8]) throws(CommandFailure) -> Void
  ) {
    self.isForTerminal = isForTerminal
    self.isAbandoned = isAbandoned
    self.noteWidth = noteWidth
    self.isColoured = isColoured
    self.write = write
  }

  /// The streams of this process.
  public static let standard = Terminal(
    isForTerminal: isatty(1) == 1, isAbandoned: { hasNoReader(Stream.output.rawValue) },
    noteWidth: { columns(Stream.error.rawValue) }, isColoured: wantsColours(Stream.error.rawValue)
  ) { stream, bytes throws(CommandFailure) in
    try writeAll(bytes, to: stream)
  }

  /// Writes one line of the output.
  ///
  /// - Throws: A failure when the output cannot be written (a full disk, a reader that has gone):
  ///   the command must not report success then.
  public func answer(_ line: String) throws(CommandFailure) {
    try write(.output, Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes bytes of the output as they are.
  ///
  /// - Throws: As ``answer(_:)``.
  public func answer(bytes: [UInt8]) throws(CommandFailure) {
    try write(.output, bytes)
  }

  /// The same without notes.
  public var quiet: Terminal {
    var quiet = self
    quiet.isQuiet = true
    return quiet
  }

  /// Tells the user something that is neither the output nor an error.
  public func note(_ text: String) {
    if !isQuiet { ask(text) }
  }

  /// Tells the user what to do now: without that, the command would wait for nothing.
  public func ask(_ text: String) {
    say(UntrustedText.printable(text, limit: 8192))
  }

  /// Tells the user of a danger that fails nothing.
  public func warning(_ text: String) {
    say(label("warning:", .yellow) + " " + UntrustedText.printable(text, limit: 1024))
  }

  /// Says what failed.
  public func error(_ text: String) {
    say(label("error:", .red) + " " + UntrustedText.printable(text, limit: 1024))
  }

  /// Says what can be done about an error.
  public func hint(_ text: String) {
    say("hint: " + UntrustedText.printable(text, limit: 1024))
  }

  /// Writes over the line where the user's cursor is. Only for text of this program, and only where
  /// ``noteWidth`` says that there is a user.
  public func redraw(_ text: String) {
    try? write(.error, Array(text.utf8))
  }

  /// The colours of ECMA-48, 8.3.117 (SGR).
  private enum Colour: Int {
    case red = 31
    case yellow = 33
  }

  private func label(_ text: String, _ colour: Colour) -> String {
    isColoured ? "\u{1B}[1;\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  // Standard error is a courtesy: a closed one must not turn the output into a failure.
  private func say(_ text: String) {
    try? write(.error, Array("coatcheck: \(text)\n".utf8))
  }

  private static func writeAll(_ bytes: [UInt8], to stream: Stream) throws(CommandFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { posixWrite(stream.rawValue, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw CommandFailure(
          .failure, "cannot write the output: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Whether the other end of a pipe or socket is closed; never so for files and terminals that are there.
private func hasNoReader(_ descriptor: Int32) -> Bool {
  var state = pollfd(fd: descriptor, events: 0, revents: 0)
  guard poll(&state, 1, 0) > 0 else { return false }
  return Int32(state.revents) & Int32(POLLERR | POLLHUP) != 0
}

/// The width of a terminal; 80 columns if it does not say, nil when it is not one.
private func columns(_ descriptor: Int32) -> Int? {
  guard isatty(descriptor) == 1 else { return nil }
  var size = winsize()
  let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
  return isKnown ? Int(size.ws_col) : 80
}

/// Whether a stream is a terminal with colours, and the user wants them.
private func wantsColours(_ descriptor: Int32) -> Bool {
  // "Command-line software which adds ANSI color to its output by default should check for a NO_COLOR environment variable that,
  // when present and not an empty string (regardless of its value), prevents the addition of ANSI color." https://no-color.org
  isatty(descriptor) == 1 && (ProcessVariables.value("NO_COLOR") ?? "").isEmpty
    && ProcessVariables.value("TERM").map { $0 != "dumb" } == true
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
