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
/// The address is one argument of the program, and no shell sees it. The program has nothing of
/// ours: no input, no output, no open file, and a session of its own, so that Ctrl-C does not reach it.
public struct SystemBrowser: Sendable {
  private let openers: [BrowserOpener]

  /// The programs that are tried, in order; empty where the system opens the browser.
  public var programs: [String] { openers.compactMap(\.program) }

  /// The browser of this process's environment; nil if there is no browser to try.
  public init?() {
    self.init { getenv($0).flatMap { String(validatingCString: $0) } }
  }

  /// The browser of an environment; nil if there is no browser to try.
  ///
  /// - Parameter variable: Looks up an environment variable.
  public init?(variable: (String) -> String?) {
    openers = BrowserOpener.available(variable)
    if openers.isEmpty { return nil }
  }

  /// Shows a web page.
  ///
  /// - Throws: `misused` when the address is neither `https` nor `http` on this machine, so that no
  ///   other program can be started by it, or when there is no browser to be started.
  public static func open(_ url: URL) async throws(OAuthError) {
    let address = try BrowserAddress(url.absoluteString)
    guard let browser = SystemBrowser() else {
      throw .misused("browser", "There is no browser, and no screen to show one on.")
    }
    try browser.start(address) { _ in }
  }

  /// Starts the first program that can be started, and does not wait for it.
  ///
  /// - Parameters:
  ///   - url: The address.
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
