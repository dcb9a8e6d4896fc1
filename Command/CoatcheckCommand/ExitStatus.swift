// SPDX-License-Identifier: Apache-2.0

/// How a command ended, as the shell sees it.
///
/// The numbers and the names are part of the interface: they keep their meaning in every later
/// version, and scripts may rely on them.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The result is on standard output.
  case success = 0
  /// Something failed that no other number describes.
  case failure = 1
  /// The command line cannot be understood, or asks for something that cannot be done.
  case usage = 2
  /// No stored account fits: sign in first.
  case notSignedIn = 3
  /// The provider ended the session: sign in again. Trying once more cannot help.
  case sessionEnded = 4
  /// The peer was not reached or is in trouble: try again later. Nothing stored has changed.
  case unreachable = 5
  /// The peer refused.
  case refused = 6
  /// The user denied access in the browser, or did not answer in time.
  case cancelled = 7
  /// The local store cannot be read or written.
  case storage = 8
  /// What the peer sent, or the token that was given, failed a check.
  case unusable = 9
  /// A configuration file, of this program or of another one that asks it, has a mistake.
  case misconfigured = 10
  /// Ctrl-C (SIGINT).
  case interrupted = 130
  /// SIGTERM.
  case terminated = 143

  /// The word that `--json` prints as `error.status`.
  public var name: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .usage: "usage"
    case .notSignedIn: "not_signed_in"
    case .sessionEnded: "session_ended"
    case .unreachable: "unreachable"
    case .refused: "refused"
    case .cancelled: "cancelled"
    case .storage: "storage"
    case .unusable: "unusable"
    case .misconfigured: "misconfigured"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }

  /// The meaning of the status as one line for the help text.
  public var meaning: String {
    switch self {
    case .success: "the result is on standard output"
    case .failure: "something failed that no other number describes"
    case .usage: "the command line is invalid"
    case .notSignedIn: "no stored account fits: sign in first"
    case .sessionEnded: "the provider ended the session: sign in again"
    case .unreachable: "unreachable or unavailable: try again later"
    case .refused: "the provider or the API refused"
    case .cancelled: "the user denied or cancelled the sign-in, or did not respond in time"
    case .storage: "the local store cannot be read or written"
    case .unusable: "a response or a token is invalid"
    case .misconfigured: "a configuration has a mistake"
    case .interrupted: "Ctrl-C"
    case .terminated: "SIGTERM"
    }
  }

  /// The status of a process that a signal has stopped.
  ///
  /// - Parameter signal: The number of the signal: 2 (SIGINT) for ``interrupted``, any other one for
  ///   ``terminated``.
  public init(signal: Int32) {
    self = signal == 2 ? .interrupted : .terminated
  }
}
