// SPDX-License-Identifier: Apache-2.0

/// The programs that `$BROWSER` names, without those which cannot finish a sign-in.
package enum BrowserPrograms {
  /// Browsers inside a terminal: pages with scripts do not work there, and the terminal is taken
  /// away from the program that waits.
  private static let textual: Set<String> = [
    "browsh", "edbrowse", "elinks", "links", "links2", "lynx", "netrik", "netsurf-fb", "retawq",
    "w3m", "www-browser",
  ]
  /// Values of `$BROWSER` that mean no browser.
  private static let none: Set<String> = ["none", "false", "true", ":", "-", "0"]

  /// The programs in a list separated by `:`, in order.
  package static func named(_ list: String) -> [String] {
    list.split(separator: ":").map(String.init).filter { program in
      let name = program.split(separator: "/").last.map(String.init) ?? ""
      return !name.isEmpty && !program.hasPrefix("-") && !textual.contains(name)
        && !none.contains(name)
    }
  }
}
