// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckCommand

/// The file with the user's list of places.
public enum PlacesFile {
  /// The path of the file: `$XDG_CONFIG_HOME/coatcheck/places`, else `~/.config/coatcheck/places`
  /// ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)).
  ///
  /// - Parameter variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: A failure with `ExitStatus.storage` when neither `XDG_CONFIG_HOME` nor `HOME` is an absolute
  ///   path.
  public static func path(variable: (String) -> String?) throws(CommandFailure) -> String {
    guard let folder = SystemFolder.own("XDG_CONFIG_HOME", or: ".config", variable: variable) else {
      throw CommandFailure(.storage, "there is no folder for the list of places: HOME is not set")
    }
    return folder + "/places"
  }

  /// Reads the file. Without a file the list is empty.
  ///
  /// - Parameter variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: A failure that names the file: with `ExitStatus.storage` when there is no folder for it, or
  ///   the file cannot be read, can be changed by other users or has more than 64 KiB; with
  ///   `ExitStatus.usage` when it is not UTF-8, or a line (which the failure names) is invalid.
  public static func rules(variable: (String) -> String?) throws(CommandFailure) -> PlaceRules {
    let path = try path(variable: variable)
    guard let bytes = try SmallFile.read(path, as: .settings, orExit: .storage) else {
      return PlaceRules()
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "\(path) is not UTF-8 text")
    }
    return try PlaceRules(text, path: path)
  }
}
