// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
public import CoatcheckJOSE

/// What a program reads of its helper, and what its user does.
public struct HelperOutput: Sendable {
  /// Standard output, exactly. Secret.
  public var text = ""
  /// What is said on standard error.
  public var failure: CommandFailure?
  /// How the helper ends.
  public var status = ExitStatus.success

  /// An answer.
  public init(_ text: String = "") {
    self.text = text
  }

  /// One JSON object on a line.
  public init(_ json: JSONObject) {
    text = String(decoding: json.serialized(), as: UTF8.self) + "\n"
  }

  /// A failure.
  ///
  /// - Parameters:
  ///   - text: What the program reads of it.
  ///   - status: How the helper ends, where the program does not take the failure's own.
  public init(_ text: String = "", failure: CommandFailure, status: ExitStatus? = nil) {
    self.text = text
    self.failure = failure
    self.status = status ?? failure.status
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
