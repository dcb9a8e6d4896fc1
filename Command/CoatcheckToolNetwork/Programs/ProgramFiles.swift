// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// The paths of other programs' configuration files.
struct ProgramFiles: Sendable {
  /// Looks up an environment variable.
  let variable: @Sendable (String) -> String?

  /// A file in the user's home folder.
  func home(_ path: String) throws(CommandFailure) -> String {
    guard let home = variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure(.failure, "there is no folder for configuration files: HOME is not set")
    }
    return "\(home)/\(path)"
  }

  /// A file in the user's folder for configuration files.
  func configuration(_ path: String) throws(CommandFailure) -> String {
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/\(path)"
    }
    return try home(".config/\(path)")
  }

  /// The value of a variable that is a path.
  func path(in name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The path that a variable names, else one in the user's home folder.
  func path(in name: String, orHome path: String) throws(CommandFailure) -> String {
    if let named = self.path(in: name) { return named }
    return try home(path)
  }

  /// The file in the home folder, unless there is only the one in the folder for configuration files.
  func path(home: String, orConfiguration shared: String) throws(CommandFailure) -> String {
    let (home, shared) = (try self.home(home), try configuration(shared))
    return access(home, F_OK) != 0 && access(shared, F_OK) == 0 ? shared : home
  }

  /// go's configuration file. "GOENV: The location of the Go environment configuration file. […] Setting
  /// GOENV=off in the environment disables the use of the default configuration file."
  func ofGo() throws(CommandFailure) -> String {
    if let named = path(in: "GOENV") { return named }
    return try configuration("go/env")
  }
}
