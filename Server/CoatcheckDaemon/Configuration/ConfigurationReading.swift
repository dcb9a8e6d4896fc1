// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A configuration while it is read: the values of the sources, and the problems so far.
struct ConfigurationReading {
  var problems: [ConfigurationProblem] = []
  private var said: [(name: String, source: SettingSource, change: Setting.Change)] = []

  /// Takes the value of a setting from an object, if it has one.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - reader: The object.
  ///   - source: Where a member of the object comes from.
  mutating func take(
    _ setting: Setting, in reader: SeedReader, from source: (_ member: String) -> SettingSource
  ) {
    let isInFile =
      setting.traits.contains(.secret) && reader.value(setting.fileMember) != nil
    let origin = source(isInFile ? setting.fileMember : setting.name)
    do {
      var reader = reader
      if isInFile {
        let text = try reader.secret(setting.name).reveal()
        reader = SeedReader([setting.name: setting.parse(text)], at: "", in: reader.folder)
      }
      guard let change = try setting.read(reader) else { return }
      said.append((setting.name, origin, change))
    } catch let error as SeedError {
      var place = origin
      // A member of a nested object has a line of its own.
      if case .file(let path, _) = place, let line = error.line { place = .file(path, line: line) }
      problems.append(
        ConfigurationProblem(source: place, member: error.place, reason: error.reason))
    } catch {
      problems.append(
        ConfigurationProblem(
          source: origin, member: setting.name, reason: String(describing: error)))
    }
  }

  /// Merges the values. Those of the seed have the lowest precedence.
  ///
  /// - Throws: All problems.
  func finish() throws(ConfigurationProblems) -> LoadedConfiguration {
    var problems = problems
    guard let standard = try? ServerConfiguration() else {
      throw ConfigurationProblems(list: problems)
    }
    var configuration = standard
    for entry in said { entry.change(&configuration) }
    var sources: [String: SettingSource] = [:]
    var seed = Seed()
    if let path = configuration.seed {
      do {
        seed = try Seed(readingFileAt: path)
        try seed.check(signedWith: SigningKeys.usualAlgorithms + configuration.signingAlgorithm)
      } catch {
        problems.append(error.problem(in: path))
      }
      configuration = standard
      for (name, line, change) in seed.settings.changes {
        change(&configuration)
        sources[name] = .seed(path, line: line)
      }
      for entry in said { entry.change(&configuration) }
    }
    for entry in said { sources[entry.name] = entry.source }
    problems += ConfigurationRule.problems(
      of: configuration, from: sources, except: Set(problems.map(\.setting)))
    guard problems.isEmpty else { throw ConfigurationProblems(list: problems) }
    return LoadedConfiguration(configuration: configuration, sources: sources, seed: seed)
  }
}

extension ConfigurationProblem {
  /// The setting that is wrong, or empty.
  fileprivate var setting: String { String(member.prefix { $0 != "." && $0 != "[" }) }
}

extension Error {
  /// The error of a seed as a problem of the configuration.
  fileprivate func problem(in path: String) -> ConfigurationProblem {
    let error = self as? SeedError
    return ConfigurationProblem(
      source: .seed(path, line: error?.line), member: error?.place ?? "",
      reason: error?.reason ?? String(describing: self))
  }
}
