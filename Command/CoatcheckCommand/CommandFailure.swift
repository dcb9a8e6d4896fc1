// SPDX-License-Identifier: Apache-2.0

/// Why a command failed: what the user reads, and what the shell sees.
public struct CommandFailure: Error, Sendable, Equatable {
  /// What the shell sees.
  public let status: ExitStatus
  /// The specification's error code where there is one, else the status' name.
  public let code: String
  /// What failed, and whose fault it is. It holds no secret.
  public let message: String
  /// What the user can do about it.
  public let hint: String?
  /// How long the peer asked to wait before the next try.
  public let retryAfter: Duration?

  /// A failure with `status` and one sentence.
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
