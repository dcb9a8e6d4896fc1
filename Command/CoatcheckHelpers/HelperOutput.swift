// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
public import CoatcheckJOSE

/// What a program reads of its helper, and what its user does.
public struct HelperOutput: Sendable {
  /// Standard output, exactly. Secret.
  public let text: String
  /// What is said on standard error.
  public let failure: CommandFailure?
  /// How the helper ends.
  public let status: ExitStatus

  /// An answer, or what the program reads of a failure.
  ///
  /// - Parameters:
  ///   - text: Standard output.
  ///   - failure: What is said on standard error.
  ///   - status: How the helper ends, where that is not the failure's own status, or success.
  public init(
    _ text: String = "", failure: CommandFailure? = nil, status: ExitStatus? = nil
  ) {
    self.text = text
    self.failure = failure
    self.status = status ?? failure?.status ?? .success
  }

  /// One JSON object on a line, and the same otherwise.
  public init(_ json: JSONObject, failure: CommandFailure? = nil, status: ExitStatus? = nil) {
    self.init(
      String(decoding: json.serialized(), as: UTF8.self) + "\n", failure: failure, status: status)
  }

  /// Writes it.
  ///
  /// - Throws: A failure when the output cannot be written.
  public func write(to terminal: Terminal) throws(CommandFailure) {
    if let failure {
      terminal.error(failure.message)
      if let hint = failure.hint { terminal.hint(hint) }
    }
    if !text.isEmpty { try terminal.answer(bytes: Array(text.utf8)) }
  }
}
