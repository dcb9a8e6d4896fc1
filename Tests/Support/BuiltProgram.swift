// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program of this package that was built together with the tests.
public enum BuiltProgram {
  /// The path of the program of that name: in `COATCHECK_BIN`, else beside the running test bundle.
  public static func path(_ name: String) -> String {
    let folder =
      ProcessInfo.processInfo.environment["COATCHECK_BIN"].map { URL(filePath: $0) }
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: name).path()
  }
}
