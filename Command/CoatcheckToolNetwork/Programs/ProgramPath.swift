// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Finds programs in the `PATH`.
enum ProgramPath {
  /// The program that a shell would start; nil if it does not exist.
  ///
  /// - Parameter name: A name, or a path.
  static func find(_ name: String, variable: (String) -> String?) -> String? {
    guard !name.contains("/") else { return isProgram(name) ? name : nil }
    let folders = (variable("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The program `coatcheck` to which this one belongs, under the name by which it is in the `PATH`, if it is there.
  static func coatcheck(variable: (String) -> String?) -> String {
    let beside = URL(filePath: Bundle.main.executablePath ?? "").deletingLastPathComponent()
      .appending(path: "coatcheck").path
    let found = find("coatcheck", variable: variable)
    return found.flatMap { resolved($0) == resolved(beside) ? $0 : nil } ?? beside
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
