// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// Reads the input that an operator gives to a command.
enum InputJSON {
  /// An object from the text of an option.
  static func object(_ text: String) throws -> JSONObject {
    do {
      return try JSONObject(parsing: Array(text.utf8))
    } catch {
      throw OAuthError.misused("claims", "This is no JSON object: \(error.reason)")
    }
  }

  /// An object in a file; `-` is standard input.
  static func file(_ path: String) throws -> JSONObject {
    let data =
      path == "-"
      ? FileHandle.standardInput.readDataToEndOfFile()
      : try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      return try JSONObject(parsing: Array(data))
    } catch {
      throw OAuthError.misused("file", "\(path) is no JSON object: \(error.reason)")
    }
  }

  /// A password, the first line of standard input: arguments are seen by every process of the machine.
  static func password() throws -> String {
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw OAuthError.misused("password", "A password is expected on standard input.")
    }
    return line
  }
}
