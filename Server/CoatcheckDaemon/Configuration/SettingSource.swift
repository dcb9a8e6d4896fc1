// SPDX-License-Identifier: Apache-2.0

/// Where the value of a setting comes from. A later case has precedence over an earlier one.
enum SettingSource: Sendable, Equatable {
  /// The default: no source sets it.
  case standard
  /// The member `settings` of the seed, and the line in it.
  case seed(String, line: Int?)
  /// The configuration file, and the line in it.
  case file(String, line: Int?)
  /// An environment variable.
  case variable(String)
  /// A flag of the command line.
  case flag(String)

  /// The source in one word: `default`, `seed`, `file`, `environment`, `flag`.
  var word: String {
    switch self {
    case .standard: "default"
    case .seed: "seed"
    case .file: "file"
    case .variable: "environment"
    case .flag: "flag"
    }
  }

  /// Where exactly: `default`, `coatcheckd.json:4`, `COATCHECKD_PORT`, `--port`.
  var place: String {
    switch self {
    case .standard: "default"
    case .seed(let path, let line), .file(let path, let line):
      line.map { "\(path):\($0)" } ?? path
    case .variable(let name), .flag(let name): name
    }
  }
}
