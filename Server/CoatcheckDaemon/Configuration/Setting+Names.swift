// SPDX-License-Identifier: Apache-2.0

/// The names that a setting has outside of the file. They follow from that of its member by one rule, so that no
/// table is needed to know them.
extension Setting {
  /// The environment variable: `COATCHECKD_ACCESS_TOKEN_LIFETIME`.
  var variable: String { Self.variable(name) }

  /// The option of the command line: `--key-lifetime`.
  var option: String { "--" + Self.parts(of: name, between: "-").lowercased() }

  /// The member, and with `_FILE` the variable, that names a file with the value of a secret.
  var fileMember: String { name + "File" }

  /// The variable of a member.
  static func variable(_ name: String) -> String {
    "COATCHECKD_" + parts(of: name, between: "_").uppercased()
  }

  /// A name with a separator before each capital letter.
  private static func parts(of name: String, between mark: String) -> String {
    var parts = ""
    for letter in name.unicodeScalars {
      if "A"..."Z" ~= letter { parts += mark }
      parts.unicodeScalars.append(letter)
    }
    return parts
  }
}
