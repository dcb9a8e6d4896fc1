// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// The program that shows a web page to the person.
///
/// `$BROWSER` names it, by path or by a name to be found in `$PATH`; several, separated by `:`, are
/// tried in turn. Without `$BROWSER` it is `open` on macOS, and `xdg-open` elsewhere, provided there
/// is a display: a text browser inside a terminal cannot finish a sign-in.
///
/// The address is one argument of the program. No shell sees it.
struct Browser: Sendable {
  let programs: [String]

  /// Nil if this machine has no browser to try.
  init?(variable: (String) -> String?) {
    if let named = variable("BROWSER"), !named.isEmpty {
      programs = named.split(separator: ":").map(String.init)
      return
    }
    #if os(macOS)
      programs = ["/usr/bin/open"]
    #else
      let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable).filter { !$0.isEmpty }
      guard !displays.isEmpty else { return nil }
      programs = ["xdg-open"]
    #endif
  }

  /// Starts the first program that can be started, and does not wait for it.
  ///
  /// - Parameter failed: called, from any thread, if the program ends with an error.
  /// - Throws: a failure if none can be started.
  func open(
    _ address: WebAddress, failed: @escaping @Sendable (String) -> Void
  ) throws(CommandFailure) {
    var reasons: [String] = []
    for program in programs {
      do {
        let child = try DetachedProgram.start(program, argument: address.text)
        child.whenEnded { status in
          if status != 0 { failed("the browser program \(program) ended with an error") }
        }
        return
      } catch {
        reasons.append(error.message)
      }
    }
    throw CommandFailure(.failure, reasons.joined(separator: "; "))
  }
}
