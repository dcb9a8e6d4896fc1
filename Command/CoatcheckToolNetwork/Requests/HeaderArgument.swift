// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import HTTPTypes

/// One header field given by `-H "Name: value"`.
enum HeaderArgument {
  /// - Throws: A usage failure if it is no header field, or if it is the one that the command adds.
  static func field(_ argument: String) throws(CommandFailure) -> HTTPField {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count == 2 ? String(parts[1].trimmingPrefix { $0 == " " || $0 == "\t" }) : ""
    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])),
      HTTPField.isValidValue(value)
    else { throw CommandFailure(.usage, "-H takes \"Name: value\"") }
    guard name != .authorization else {
      throw CommandFailure(
        .usage, "the Authorization header is set by this command",
        hint: "choose the account with --account")
    }
    return HTTPField(name: name, value: value)
  }
}
