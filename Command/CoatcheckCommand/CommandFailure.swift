// SPDX-License-Identifier: Apache-2.0

/// The error of a command: the text for the user, and the exit status for the shell.
public struct CommandFailure: Error, Sendable, Equatable {
  /// The exit status of the command.
  public let status: ExitStatus
  /// A word for programs: an error code of a specification or of Coatcheck, else ``ExitStatus/name``.
  public let code: String
  /// What failed, and at which party. It holds no secret, but may quote untrusted text.
  public let message: String
  /// What the user can do about it; nil if that is unknown.
  public let hint: String?
  /// How long the peer asked to wait before the next try; nil if it did not say that.
  public let retryAfter: Duration?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - status: The exit status of the command.
  ///   - message: What failed, in one sentence that starts in lower case and has no period.
  ///   - code: A word for programs; nil for the name of the status.
  ///   - hint: What the user can do about it.
  ///   - retryAfter: How long the peer asked to wait before the next try.
  public init(
    _ status: ExitStatus, _ message: String, code: String? = nil, hint: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.status = status
    self.code = code ?? status.name
    self.message = message
    self.hint = hint
    self.retryAfter = retryAfter
  }
}
