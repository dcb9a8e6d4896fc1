// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// The body given by `-d`: text, `@FILE`, or `@-` for standard input.
enum BodyArgument {
  static let limit = 16 << 20

  /// - Throws: A usage failure that names the file if it cannot be read.
  static func bytes(_ argument: String) throws(CommandFailure) -> [UInt8] {
    guard argument.hasPrefix("@") else { return Array(argument.utf8) }
    let file = String(argument.dropFirst())
    return try StandardInput.bytes(file: file == "-" ? nil : file, limit: limit)
  }
}
