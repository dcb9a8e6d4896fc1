// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The output streams of a command. Standard output carries the result; standard error everything else.
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
    /// Standard output, for the result.
    case output = 1
    /// Standard error, for everything else.
    case error = 2
  }

  private let write: @Sendable (Stream, [UInt8]) throws(CommandFailure) -> Void

  /// Whether standard output is a terminal. Commands then clean untrusted bytes before they write them.
  public let isForTerminal: Bool

  /// Whether the other end of standard output is closed: of a pipe, a socket or a terminal.
  public let isAbandoned: @Sendable () -> Bool

  /// The width of the terminal on standard error, in columns; nil if standard error is not a terminal.
  public let noteWidth: @Sendable () -> Int?

  /// Whether the labels of errors and warnings are colored.
  private let isColoured: Bool

  /// Whether notes are left out.
  private var isQuiet = false

  /// Creates a terminal that writes with a closure.
  ///
  /// - Parameters:
  ///   - isForTerminal: Whether standard output is a terminal.
  ///   - isAbandoned: Returns whether the other end of standard output is closed.
  ///   - noteWidth: Returns the width of standard error in columns; nil if it is not a terminal.
  ///   - isColoured: Whether the labels of errors and warnings are colored.
  ///   - write: Writes all bytes to a stream. It may be called from any thread. Its failures for standard
  ///     output are passed on, those for standard error are ignored.
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

  /// The standard streams of this process.
  public static let standard = Terminal(
    isForTerminal: isatty(1) == 1, isAbandoned: { hasNoReader(Stream.output.rawValue) },
    noteWidth: { columns(Stream.error.rawValue) }, isColoured: wantsColours(Stream.error.rawValue)
  ) { stream, bytes throws(CommandFailure) in
    try writeAll(bytes, to: stream)
  }

  /// Writes one line to standard output.
  ///
  /// - Parameter line: The line without its line break. It is written as it is: untrusted text has to be
  ///   cleaned first.
  /// - Throws: A failure with ``ExitStatus/failure`` when the output cannot be written (a full disk, a
  ///   closed pipe): the command must not report success then.
  public func answer(_ line: String) throws(CommandFailure) {
    try write(.output, Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes bytes to standard output as they are, without a line break.
  ///
  /// - Parameter bytes: The bytes; they may be one part of the output.
  /// - Throws: The failure of ``answer(_:)``.
  public func answer(bytes: [UInt8]) throws(CommandFailure) {
    try write(.output, bytes)
  }

  /// The same streams, without the lines of ``note(_:)``: for the option `--quiet`.
  public var quiet: Terminal {
    var quiet = self
    quiet.isQuiet = true
    return quiet
  }

  /// Writes a line for the user that is neither the result nor an error.
  ///
  /// - Parameter text: The line, of which at most 8192 Unicode scalars are shown.
  public func note(_ text: String) {
    if !isQuiet { ask(text) }
  }

  /// Writes what the user has to do now, while the command waits for it. ``quiet`` does not suppress it.
  ///
  /// - Parameter text: The line, of which at most 8192 Unicode scalars are shown.
  public func ask(_ text: String) {
    say(UntrustedText.printable(text, limit: 8192))
  }

  /// Writes a warning: the command continues.
  ///
  /// - Parameter text: The line without its label, of which at most 1024 Unicode scalars are shown.
  public func warning(_ text: String) {
    say(label("warning:", .yellow) + " " + UntrustedText.printable(text, limit: 1024))
  }

  /// Writes what failed.
  ///
  /// - Parameter text: The line without its label, of which at most 1024 Unicode scalars are shown.
  public func error(_ text: String) {
    say(label("error:", .red) + " " + UntrustedText.printable(text, limit: 1024))
  }

  /// Writes what the user can do about an error.
  ///
  /// - Parameter text: The line without its label, of which at most 1024 Unicode scalars are shown.
  public func hint(_ text: String) {
    say("hint: " + UntrustedText.printable(text, limit: 1024))
  }

  /// Writes to standard error without a prefix and a line break, for a progress display. Use it only if
  /// ``noteWidth`` is not nil.
  ///
  /// - Parameter text: Text of this program with its control sequences; untrusted text is not cleaned here.
  public func redraw(_ text: String) {
    try? write(.error, Array(text.utf8))
  }

  /// The colors of ECMA-48, 8.3.117 (SGR).
  private enum Colour: Int {
    case red = 31
    case yellow = 33
  }

  private func label(_ text: String, _ colour: Colour) -> String {
    isColoured ? "\u{1B}[1;\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  // Errors are ignored: a closed standard error must not turn the output into a failure.
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

/// Whether the other end of a pipe or socket is closed. False for files, and for open terminals.
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

/// Whether a stream is a terminal that shows colors, and the user has not disabled them.
private func wantsColours(_ descriptor: Int32) -> Bool {
  // "Command-line software which adds ANSI color to its output by default should check for a NO_COLOR environment variable that,
  // when present and not an empty string (regardless of its value), prevents the addition of ANSI color." https://no-color.org
  isatty(descriptor) == 1 && (ProcessVariables.value("NO_COLOR") ?? "").isEmpty
    && ProcessVariables.value("TERM").map { $0 != "dumb" } == true
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
