// SPDX-License-Identifier: Apache-2.0

/// Lines of a configuration file, as a user sees them before they are changed.
enum ConfigurationLines {
  /// Settings whose value is a secret.
  private static let secrets: Set<String> = [
    "password", "pass", "token", "secret", "aws_secret_access_key", "_authtoken",
  ]

  /// The lines with a mark before each; secrets are left out, since the output may be kept.
  static func shown(_ text: String, mark: String) -> [String] {
    text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
      let indent = line.prefix(while: \.isWhitespace)
      let name = line.dropFirst(indent.count).prefix { !$0.isWhitespace && !"=:".contains($0) }
      return "\(mark) " + (secrets.contains(name.lowercased()) ? "\(indent)\(name) …" : line)
    }
  }
}
