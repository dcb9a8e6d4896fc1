// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The terminal where a user reads messages and types input.
public struct SignInTerminal: Sendable {
  /// Shows one line. It contains no secret other than a user code, which is meant for the user.
  public let show: @Sendable (String) -> Void

  /// Shows a picture as lines of block elements with escape sequences for colors; nil where lines may
  /// be changed on their way to a screen, or there is no screen.
  public var showPicture: (@Sendable ([String]) -> Void)?

  /// Reads one line of at most `limit` bytes, without the line break; the result is nil at the end of
  /// the input. It ends when the task is cancelled. Nil when the terminal has no input.
  public let readLine: (@Sendable (_ limit: Int) async throws(OAuthError) -> String?)?

  /// Creates a terminal of the caller's own.
  ///
  /// - Parameters:
  ///   - show: Shows one line, which is passed without a line break.
  ///   - readLine: Reads one line of at most `limit` bytes; nil when the terminal has no input. It
  ///     throws `misused` naming `line` for a line that is longer than the limit.
  public init(
    show: @escaping @Sendable (String) -> Void,
    readLine: (@Sendable (_ limit: Int) async throws(OAuthError) -> String?)? = nil
  ) {
    self.show = show
    self.readLine = readLine
  }

  /// The controlling terminal of this process, also when its standard streams are redirected;
  /// without one it shows nothing.
  public static var controlling: SignInTerminal {
    guard ControllingTerminal.exists else { return SignInTerminal(show: { _ in }) }
    var terminal = SignInTerminal(
      show: { ControllingTerminal.write($0 + "\n") },
      readLine: { limit throws(OAuthError) in try await ControllingTerminal.readLine(limit) })
    terminal.showPicture = { ControllingTerminal.write($0.joined(separator: "\n") + "\n") }
    return terminal
  }
}
