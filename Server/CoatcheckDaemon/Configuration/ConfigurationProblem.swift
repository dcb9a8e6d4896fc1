// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a configuration, and where. It holds no value that may be a secret.
struct ConfigurationProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where the wrong value comes from.
  let source: SettingSource
  /// The member, from the outside in: `registration.tokens[0].uses`. Empty for a whole file.
  let member: String
  /// What is wrong with it.
  let reason: String

  /// `coatcheckd.json:3: port: must be a number from 0 to 65535`, or `--port: must be …`.
  var description: String {
    switch source {
    case .standard: "\(member): \(reason)"
    case .seed, .file:
      ([source.place, member].filter { !$0.isEmpty } + [reason]).joined(separator: ": ")
    // The name of the variable or flag identifies the member already.
    case .variable, .flag:
      ([source.place] + (member.contains(".") ? [member, reason] : [reason])).joined(
        separator: ": ")
    }
  }

  /// Whether it is a mistake on the command line.
  var isUsage: Bool {
    switch source {
    case .standard, .flag: true
    case .seed, .file, .variable: false
    }
  }
}

/// All problems of a configuration, which does not take effect.
struct ConfigurationProblems: Error, Sendable, CustomStringConvertible {
  let list: [ConfigurationProblem]

  /// A line for each.
  var description: String { list.map(\.description).joined(separator: "\n") }
  /// Whether all of them are mistakes on the command line.
  var areUsage: Bool { list.allSatisfy(\.isUsage) }
}
