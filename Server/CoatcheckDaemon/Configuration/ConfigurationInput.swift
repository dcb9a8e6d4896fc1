// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// All sources of a configuration: the file, the environment and the command line.
///
/// A later source in this list has precedence: the default, the seed, the configuration file, the
/// environment, the command line.
struct ConfigurationInput: Sendable {
  /// The configuration file; nil to have none.
  let path: String?
  /// The environment.
  let variables: [String: String]
  /// The values of the flags, by the names of the settings.
  let flags: [String: JSONValue]
  /// The values of `--set`, each as `name=value`.
  let assignments: [String]

  /// The variable that names the configuration file, if no flag does.
  static let pathVariable = "COATCHECKD_CONFIG"

  /// The input of a process.
  init(_ serve: Serve, variables: [String: String]) {
    self.variables = variables
    path = serve.config ?? variables[Self.pathVariable]
    var flags: [String: JSONValue] = [:]
    for setting in Setting.table {
      if let value = setting.flag?(serve) { flags[setting.name] = value }
    }
    self.flags = flags
    assignments = serve.set
  }

  /// Reads all sources, and merges them by their precedence.
  ///
  /// - Throws: All problems.
  func load() throws(ConfigurationProblems) -> LoadedConfiguration {
    var reading = ConfigurationReading()
    var file: ConfigurationFile?
    do throws(ConfigurationProblem) {
      file = try path.map { path throws(ConfigurationProblem) in try ConfigurationFile(path: path) }
    } catch {
      reading.problems.append(error)
    }
    if let file { reading.problems += file.unknown }
    reading.problems += unknownVariables
    for setting in Setting.table {
      if let file {
        reading.take(setting, in: file.reader, from: { file.source(of: $0) })
      }
      if let text = variables[setting.variable] {
        let value = setting.parse(text)
        reading.take(
          setting, in: SeedReader([setting.name: value], at: ""),
          from: { _ in .variable(setting.variable) })
      }
      if let path = variables[Setting.variable(setting.fileMember)],
        setting.traits.contains(.secret)
      {
        reading.take(
          setting, in: SeedReader([setting.fileMember: .string(path)], at: ""),
          from: { _ in .variable(Setting.variable(setting.fileMember)) })
      }
      if let value = flags[setting.name] {
        reading.take(
          setting, in: SeedReader([setting.name: value], at: ""),
          from: { _ in .flag(setting.option) })
      }
    }
    for text in assignments {
      do throws(ConfigurationProblem) {
        let (setting, value) = try Self.assignment(text)
        reading.take(
          setting, in: SeedReader([setting.name: value], at: ""),
          from: { _ in .flag("--set \(setting.name)") })
      } catch {
        reading.problems.append(error)
      }
    }
    return try reading.finish()
  }

  /// Reads a value of `--set`. Errors do not contain it: it may be a secret that must not be there.
  private static func assignment(
    _ text: String
  ) throws(ConfigurationProblem) -> (Setting, JSONValue) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let settable = Setting.table.filter { $0.flag == nil && !$0.traits.contains(.secret) }
    let reason: String
    switch Setting.named(name) {
    case nil:
      reason = .unknown("setting", nearest: NearestName.of(name, among: settable.map(\.name)))
    case let setting? where setting.flag != nil:
      reason = "has an option of its own: \(setting.option)"
    case let setting? where setting.traits.contains(.secret):
      reason = "holds secrets, and every user of the machine can read the command line"
    case let setting? where parts.count == 2:
      return (setting, setting.parse(String(parts[1])))
    case .some: reason = "is written as name=value"
    }
    throw ConfigurationProblem(source: .flag("--set \(name)"), member: name, reason: reason)
  }

  /// A problem for each variable `COATCHECKD_…` that is no setting.
  private var unknownVariables: [ConfigurationProblem] {
    let secrets = Setting.table.filter { $0.traits.contains(.secret) }
    let known =
      [Self.pathVariable] + Setting.table.map(\.variable)
      + secrets.map { Setting.variable($0.fileMember) }
    return variables.keys.filter { $0.hasPrefix("COATCHECKD_") && !known.contains($0) }.sorted()
      .map { name in
        ConfigurationProblem(
          source: .variable(name), member: "",
          reason: .unknown("variable", nearest: NearestName.of(name, among: known)))
      }
  }
}

/// A valid configuration, and the source of each of its values.
struct LoadedConfiguration: Sendable {
  let configuration: ServerConfiguration
  /// By the names of the settings; those that are not there have their defaults.
  let sources: [String: SettingSource]
  /// The seed; an empty one without a file.
  let seed: Seed

  /// Where the value of a setting comes from.
  func source(of setting: Setting) -> SettingSource { sources[setting.name] ?? .standard }
}
