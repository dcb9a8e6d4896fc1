// SPDX-License-Identifier: Apache-2.0

/// What becomes of a session that is started.
public enum SessionScript: Sendable {
  /// The page leads to this address. It ends the session only where the callback matches.
  case leads(to: String)
  /// As ``leads(to:)``, and the handler is called twice.
  case leadsTwice(to: String)
  /// The page leads to this address with a code, and repeats the state of the request.
  case grants(at: String)
  /// The page leads to this address with parameters in its fragment, and repeats the state of the request.
  case grantsInFragment(at: String, String)
  /// The user closes the page, or refuses it at the question of the system.
  case closedByUser
  /// The system ends it with a code, and adds texts.
  case fails(Int, [String: String] = [:])
  /// The system ends it with an error of another domain.
  case failsElsewhere
  /// It is not started; the handler is called all the same, or is not.
  case isNotStarted(completes: Bool)
  /// Nothing happens, as when the device is locked at the question of the system.
  case never
  /// Nothing happens until the app cancels, and then the handler is called or is not.
  case untilCancelled(completes: Bool)
}
