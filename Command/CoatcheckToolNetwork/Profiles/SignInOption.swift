// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

/// The values of the options of `coatcheck login`.
enum SignInOption {
  /// The absolute path of a file; `-` stays as it is.
  static func path(_ file: String) -> String {
    guard file != "-", !file.hasPrefix("/") else { return file }
    return FileManager.default.currentDirectoryPath + "/" + file
  }

  /// The secret on the only line of a file; `-` is standard input.
  ///
  /// - Throws: A failure that names the file, or what the line is.
  static func secret(in file: String, named subject: String) throws(CommandFailure) -> Secret {
    Secret(try StandardInput.line(file: file == "-" ? nil : file, named: subject))
  }

  /// The value of a required option.
  ///
  /// - Throws: `ValidationError`, in the words of the argument parser.
  static func required(_ value: String?, _ name: String, _ placeholder: String) throws -> String {
    guard let value else {
      throw ValidationError("Missing expected argument '\(name) <\(placeholder)>'")
    }
    guard !value.isEmpty else { throw ValidationError("\(name) is empty") }
    return value
  }
}
