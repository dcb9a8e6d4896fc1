// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
public import CoatcheckJOSE

/// What a helper writes for the program and for its user, and its exit status.
public struct HelperOutput: Sendable {
  /// The exact text on standard output, which the program reads. Secret.
  public let text: String
  /// The failure whose message and hint are written to standard error; nil for nothing.
  public let failure: CommandFailure?
  /// The exit status of the helper.
  public let status: ExitStatus

  /// Creates an output from text.
  ///
  /// - Parameters:
  ///   - text: The exact text on standard output, with its line breaks.
  ///   - failure: The failure that is written to standard error; nil for nothing.
  ///   - status: The exit status; nil for the status of the failure, or success without a failure.
  public init(
    _ text: String = "", failure: CommandFailure? = nil, status: ExitStatus? = nil
  ) {
    self.text = text
    self.failure = failure
    self.status = status ?? failure?.status ?? .success
  }

  /// Creates an output from a JSON object, which is written as one line.
  ///
  /// - Parameters:
  ///   - json: The JSON object on standard output.
  ///   - failure: The failure that is written to standard error; nil for nothing.
  ///   - status: The exit status; nil for the status of the failure, or success without a failure.
  public init(_ json: JSONObject, failure: CommandFailure? = nil, status: ExitStatus? = nil) {
    self.init(
      String(decoding: json.serialized(), as: UTF8.self) + "\n", failure: failure, status: status)
  }

  /// Writes the failure to standard error, and then the text to standard output.
  ///
  /// - Throws: A failure with `ExitStatus.failure` when standard output cannot be written: the program may
  ///   have read a part of the text.
  public func write(to terminal: Terminal) throws(CommandFailure) {
    if let failure {
      terminal.error(failure.message)
      if let hint = failure.hint { terminal.hint(hint) }
    }
    if !text.isEmpty { try terminal.answer(bytes: Array(text.utf8)) }
  }
}
