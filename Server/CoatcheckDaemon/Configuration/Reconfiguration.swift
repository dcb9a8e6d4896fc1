// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Logging

/// Reads the configuration again and brings into force what can change while the server runs.
actor Reconfiguration {
  /// Brings a configuration and a seed into force. It throws when they cannot be used, and has changed nothing then.
  typealias Install = @Sendable (LoadedConfiguration) async throws -> Void

  private let input: ConfigurationInput
  private var loaded: LoadedConfiguration
  private let logger: Logger
  private let install: Install

  /// - Parameters:
  ///   - input: Where the configuration is read.
  ///   - loaded: The current configuration.
  ///   - logger: Logs changes and problems.
  ///   - install: Brings a new one into force.
  init(
    _ input: ConfigurationInput, inForce loaded: LoadedConfiguration, logger: Logger,
    install: @escaping Install
  ) {
    self.input = input
    self.loaded = loaded
    self.logger = logger
    self.install = install
  }

  /// Reads all sources again. Problems are logged, and then nothing changes.
  func reload() async {
    do throws(ConfigurationProblems) {
      await bring(intoForce: try input.load())
    } catch {
      for problem in error.list { refuse(problem.description) }
    }
  }

  private func bring(intoForce new: LoadedConfiguration) async {
    let old = loaded.configuration
    var next = old
    var changed: [Setting] = []
    for setting in Setting.table where setting.mark(old) != setting.mark(new.configuration) {
      if setting.traits.contains(.live) {
        setting.copy(new.configuration, &next)
        changed.append(setting)
      } else {
        logger.warning(
          "a setting changes on the next start",
          metadata: ["setting": "\(setting.name)", "place": "\(new.source(of: setting).place)"])
      }
    }
    let accepted = LoadedConfiguration(
      configuration: next, sources: new.sources, seed: new.seed)
    do {
      try await install(accepted)
    } catch {
      return refuse(Standard.sentence(of: error))
    }
    loaded = accepted
    for setting in changed {
      logger.notice(
        "a setting changed",
        metadata: [
          "setting": "\(setting.name)",
          "from": "\(ConfigurationListing.text(setting.show(old)))",
          "to": "\(ConfigurationListing.text(setting.show(next)))",
          "place": "\(new.source(of: setting).place)",
        ])
    }
    logger.notice("the configuration was read again", metadata: ["changed": "\(changed.count)"])
  }

  private func refuse(_ problem: String) {
    logger.error(
      "the configuration cannot be used, and nothing changed", metadata: ["problem": "\(problem)"])
  }
}
