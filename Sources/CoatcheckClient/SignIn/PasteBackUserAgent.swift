// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
public import CoatcheckOAuth

/// Signs in with a browser on any machine: the user opens the printed authorization request URL there,
/// and pastes back the URL to which the browser is redirected.
///
/// That address is on a port of the user's machine where no program listens, so the browser reports
/// that it cannot be reached. The pasted URL must contain the state of this sign-in; a bare code is
/// refused.
public struct PasteBackUserAgent: UserAgent {
  /// The maximum number of times that the user may paste a URL.
  public static let maximumTries = 3

  private let terminal: SignInTerminal
  private let registered: String?
  private let deadline: Duration
  private let environment: RuntimeEnvironment

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - terminal: The terminal of the user.
  ///   - redirectURI: The redirect URI as it was registered; nil for a random port of 127.0.0.1.
  ///   - deadline: How long the user may take for all tries together; 300 seconds unless given.
  ///   - environment: Waits for the deadline, and chooses the port.
  public init(
    terminal: SignInTerminal, redirectURI: String? = nil, deadline: Duration = .seconds(300),
    environment: RuntimeEnvironment = .live
  ) {
    self.terminal = terminal
    registered = redirectURI
    self.deadline = deadline
    self.environment = environment
  }

  /// Elsewhere: the user's browser is on another machine.
  public var browserSession: BrowserSession { .elsewhere }

  /// The registered redirect URI, or `http://127.0.0.1:PORT/callback` with a port that programs seldom
  /// listen on.
  public func redirectURI() async throws(OAuthError) -> String {
    if let registered { return registered }
    // The range of RFC 6335 §6 for dynamic ports begins at 49152.
    let bytes = environment.random(2)
    let offset = bytes.reduce(0) { $0 << 8 | Int($1) } % 16_384
    return "http://127.0.0.1:\(49_152 + offset)/callback"
  }

  /// Prints the authorization request URL and reads the URL that the user pastes.
  ///
  /// - Throws: `userCancelled` at the end of the input, `timedOut` (and `OAuthError.isUnanswered`) at
  ///   the deadline, `cancelled` when the task is cancelled, `unreadable` after three pasted lines that
  ///   do not belong to this sign-in, `misused` naming `terminal` where the terminal has no input or
  ///   cannot be read.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    guard let readLine = terminal.readLine else {
      throw .misused("terminal", "The terminal has no input, so the user cannot paste the answer.")
    }
    let pasted = PastedCallback(page: page)
    let terminal = terminal
    SignInMessages.address(page.url.absoluteString).forEach(terminal.show)
    terminal.show("the browser ends at an address that cannot be reached: \(page.redirectURI)?…")
    let late = OAuthError.unanswered("The user did not paste the answer in time.")
    do {
      return try await withDeadline(deadline, environment: environment, otherwise: late) {
        try await Self.answer(pasted, terminal, readLine)
      }
    } catch {
      throw OAuthError.known(error) ?? .misused("terminal", "The terminal cannot be read.")
    }
  }

  private static func answer(
    _ pasted: PastedCallback, _ terminal: SignInTerminal,
    _ readLine: @Sendable (Int) async throws(OAuthError) -> String?
  ) async throws(OAuthError) -> String {
    var last = PastedCallback.Refusal(reason: "Nothing was pasted.", code: .callbackMalformed)
    for attempt in 1...maximumTries {
      terminal.show("paste that whole address here:")
      switch pasted.callback(in: try await line(readLine)) {
      case .success(let callback): return callback
      case .failure(let refusal):
        last = refusal
        if attempt < maximumTries { terminal.show(refusal.reason) }
      }
    }
    throw .unreadable(last.code, last.reason)
  }

  private static func line(
    _ readLine: @Sendable (Int) async throws(OAuthError) -> String?
  ) async throws(OAuthError) -> String {
    do throws(OAuthError) {
      guard let line = try await readLine(PastedCallback.maximumLength) else {
        throw .userCancelled("The user pasted nothing.")
      }
      return line
    } catch  where error.outcome == .misused && error.parameter == "line" {
      // It is too long; it counts as one of the three tries.
      return ""
    }
  }

  /// Prints the URL of the end session page. The browser is on another machine, so that its callback is
  /// not received.
  ///
  /// - Returns: Nil.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    SignInMessages.address(page.url.absoluteString, purpose: "sign out").forEach(terminal.show)
    return nil
  }
}
