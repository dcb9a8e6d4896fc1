// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Dispatch
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
/// tried in turn. Without `$BROWSER` it is `open` on macOS, and `xdg-open` elsewhere, provided
/// there is a display. A text browser is never started: it cannot finish a sign-in, and takes the
/// terminal away.
///
/// The address is one argument of the program, and no shell sees it. The program has nothing of
/// ours: see
/// ``DetachedProgram``.
public struct SystemBrowser: Sendable {
  /// The programs that are tried, in order.
  public let programs: [String]

  /// The browser of this process's environment; nil if there is no browser to try.
  public init?() {
    self.init { getenv($0).flatMap { String(validatingCString: $0) } }
  }

  /// The browser of an environment; nil if there is no browser to try.
  ///
  /// - Parameter variable: Looks up an environment variable.
  public init?(variable: (String) -> String?) {
    if let named = variable("BROWSER"), !named.isEmpty {
      programs = BrowserPrograms.named(named)
    } else {
      #if canImport(Darwin)
        programs = ["/usr/bin/open"]
      #else
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable).filter { !$0.isEmpty }
        programs = displays.isEmpty ? [] : ["xdg-open"]
      #endif
    }
    if programs.isEmpty { return nil }
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
    for program in programs {
      switch DetachedProgram.start(program, argument: address.text) {
      case .success(let child):
        child.whenEnded { status in
          if status != 0 { failed("the browser program \(program) ended with an error") }
        }
        return
      case .failure(let error):
        reasons.append("cannot start the browser program \(program): \(error.reason)")
      }
    }
    throw .misused("browser", reasons.joined(separator: "; "))
  }
}
