// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckJOSE

/// How the output is written. Every command takes it.
struct OutputOptions: ParsableArguments, Sendable {
  @Flag(name: .long, help: "Print the result, or the error, as one JSON object.")
  var json = false

  @Flag(
    name: [.customShort("q"), .long],
    help: "Print no notes and no progress: only the result, warnings and errors.")
  var quiet = false
}

extension Terminal {
  /// Writes the output as a line, or with `--json` as an object.
  func answer(
    _ line: @autoclosure () -> String, json object: @autoclosure () -> JSONObject,
    as output: OutputOptions
  ) throws(CommandFailure) {
    try output.json ? answer(json: object()) : answer(line())
  }

  /// Writes one JSON object as one line of the output.
  func answer(json object: JSONObject) throws(CommandFailure) {
    try answer(UntrustedText.printable(json: String(decoding: object.serialized(), as: UTF8.self)))
  }

  /// Tells why the command failed: in words on standard error and, for `--json`, as the output.
  func report(_ failure: CommandFailure, asJSON: Bool) {
    error(failure.message)
    if let hint = failure.hint { self.hint(hint) }
    guard asJSON else { return }
    var error: JSONObject = [
      "status": .string(failure.status.name),
      "exit": .number(JSONNumber(Int(failure.status.rawValue))),
      "code": .string(failure.code),
      "message": .string(UntrustedText.printable(failure.message, limit: 1024)),
    ]
    if let hint = failure.hint { error["hint"] = .string(hint) }
    if let wait = failure.retryAfter {
      error["retry_after"] = .number(JSONNumber(Int(max(1, wait.components.seconds))))
    }
    // A failure of this write is ignored: the command has failed already, and standard error says why.
    try? answer(json: ["error": .object(error)])
  }
}
