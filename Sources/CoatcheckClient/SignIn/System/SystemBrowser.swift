// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The browser that the user has chosen.
///
/// `$BROWSER` names it, by path or by a name to be found in `$PATH`; several, separated by `:`, are
/// tried in turn. Without `$BROWSER` it is the browser that the system opens on macOS, and
/// `xdg-open` elsewhere, provided there is a display. On Apple's other systems an app opens no
/// browser beside itself, and there is never one. A text browser is never started: it cannot finish
/// a sign-in, and takes the terminal away.
///
/// The URL is one argument of the program, and no shell reads it. The program inherits nothing from
/// this process: no input, no output, no open file. In its own session, Ctrl-C does not reach it.
public struct SystemBrowser: Sendable {
  private let openers: [BrowserOpener]

  /// The programs that are tried, in order; empty where the system opens the browser.
  public var programs: [String] { openers.compactMap(\.program) }

  /// Finds the browser of this process's environment; nil if there is no browser to try.
  public init?() {
    self.init { getenv($0).flatMap { String(validatingCString: $0) } }
  }

  /// Finds the browser of an environment; nil if there is no browser to try.
  ///
  /// - Parameter variable: Returns the value of an environment variable; nil if it is not set.
  public init?(variable: (String) -> String?) {
    openers = BrowserOpener.available(variable)
    if openers.isEmpty { return nil }
  }

  /// Shows a web page in the browser of this process's environment.
  ///
  /// - Parameter url: An `https` URL, or an `http` URL on this machine.
  /// - Throws: `misused` when the URL is of another kind, so that no other program can be started by
  ///   it, and naming `browser` when there is no browser that can be started.
  public static func open(_ url: URL) async throws(OAuthError) {
    let address = try BrowserAddress(url.absoluteString)
    guard let browser = SystemBrowser() else {
      throw .misused("browser", "There is no browser, and no screen to show one on.")
    }
    try browser.start(address) { _ in }
  }

  /// Shows a web page: starts the first program that can be started, and does not wait for it.
  ///
  /// - Parameters:
  ///   - url: An `https` URL, or an `http` URL on this machine.
  ///   - failed: Called from any thread, with a sentence for the user, if the program ends with an
  ///     error.
  /// - Throws: As ``open(_:)``.
  public func open(
    _ url: URL, failed: @escaping @Sendable (String) -> Void
  ) throws(OAuthError) {
    try start(BrowserAddress(url.absoluteString), failed: failed)
  }

  private func start(
    _ address: BrowserAddress, failed: @escaping @Sendable (String) -> Void
  ) throws(OAuthError) {
    var reasons: [String] = []
    for opener in openers {
      guard let reason = opener.open(address, failed: failed) else { return }
      reasons.append(reason)
    }
    throw .misused("browser", reasons.joined(separator: "; "))
  }
}
