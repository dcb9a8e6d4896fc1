// SPDX-License-Identifier: Apache-2.0
import Foundation

/// `coatcheckd` in its own process, on a free port, with its files in a folder of the test.
public final class Daemon: Sendable {
  /// The process.
  public let child: ChildProcess
  /// The address at which it listens: `http://127.0.0.1:PORT`.
  public let origin: String
  /// The port of its origin.
  public let port: Int
  /// Its host and port, as requests name them.
  public var host: String { "127.0.0.1:\(port)" }
  private let folder: Folder

  /// Starts `coatcheckd`, and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: The folder of its database `d.sqlite`.
  ///   - place: The path within the folder.
  ///   - seed: The text of its seed file `seed.json`; nil for no seed file.
  ///   - options: Further options.
  ///   - environment: Environment variables that replace those of the test.
  ///   - network: The network namespace it runs in; nil for that of the machine.
  /// - Throws: ``MissingLine`` with its output, if it ends instead.
  public init(
    in folder: Folder, at place: String = "", seed: String? = nil, _ options: [String] = [],
    environment: [String: String] = [:], within network: OwnNetwork? = nil
  ) async throws {
    self.folder = folder
    child = try Self.start(
      in: folder.path + place, seed: seed, options, environment: environment, within: network)
    origin = try await child.daemonOrigin()
    port = origin.split(separator: ":").last.flatMap { Int($0) } ?? 0
  }

  /// Stops it, unless it has ended.
  public func stop() { child.stop() }

  deinit { child.stop(SIGKILL) }

  /// Starts it without waiting: it may fail to start.
  public static func start(
    in folder: String, seed: String? = nil, _ options: [String] = [],
    environment: [String: String] = [:], within network: OwnNetwork? = nil
  ) throws -> ChildProcess {
    var words = ["serve"]
    if !options.contains("--database") { words += ["--database", folder + "/d.sqlite"] }
    if !options.contains("--port") { words += ["--port", "0"] }
    if let seed {
      try Data(seed.utf8).write(
        to: URL(filePath: folder + "/seed.json"), options: .atomic)
      words += ["--seed", folder + "/seed.json"]
    }
    let command = (network?.entering ?? []) + [BuiltProgram.path("coatcheckd")] + words + options
    return try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
  }
}

extension ChildProcess {
  /// The address at which `coatcheckd` listens, once it has printed it.
  public func daemonOrigin() async throws -> String {
    let mark = "coatcheckd: listening on "
    return String(try await line { $0.hasPrefix(mark) }.dropFirst(mark.count))
  }
}
