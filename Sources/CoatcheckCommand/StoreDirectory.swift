// SPDX-License-Identifier: Apache-2.0

/// Where the commands keep their sessions.
public enum StoreDirectory {
  /// The folder of the session files, by the first rule that applies:
  ///
  /// 1. `$COATCHECK_HOME/sessions`
  /// 2. `$XDG_DATA_HOME/coatcheck/sessions`, if that variable is an absolute path
  /// 3. `$HOME/.local/share/coatcheck/sessions`
  ///
  /// A variable that is empty counts as unset
  /// ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)).
  ///
  /// - Parameter variable: looks up an environment variable.
  /// - Throws: a failure with ``ExitStatus/storage`` if no rule applies.
  public static func path(
    variable: (String) -> String?
  ) throws(CommandFailure) -> String {
    if let home = variable("COATCHECK_HOME"), !home.isEmpty {
      return home + "/sessions"
    }
    // "All paths set in these environment variables must be absolute. If an implementation
    // encounters a relative path […] it should consider the path invalid and ignore it."
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/coatcheck/sessions"
    }
    if let home = variable("HOME"), home.hasPrefix("/") {
      return home + "/.local/share/coatcheck/sessions"
    }
    throw CommandFailure(
      .storage, "no folder for sessions: HOME is not set",
      hint: "set COATCHECK_HOME to a folder of yours")
  }
}
