// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckCommand

/// The file with the user's list of places.
public enum PlacesFile {
  /// Where it is: `$XDG_CONFIG_HOME/coatcheck/places`, else `~/.config/coatcheck/places`
  /// ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)).
  ///
  /// - Throws: A failure when neither variable names a folder.
  public static func path(variable: (String) -> String?) throws(CommandFailure) -> String {
    guard let folder = SystemFolder.own("XDG_CONFIG_HOME", or: ".config", variable: variable) else {
      throw CommandFailure(.storage, "there is no folder for the list of places: HOME is not set")
    }
    return folder + "/places"
  }

  /// Reads it; there are no rules where there is no file.
  ///
  /// - Throws: A failure that names the file, and the line.
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
