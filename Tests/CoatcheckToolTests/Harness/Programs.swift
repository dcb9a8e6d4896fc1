// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The folder with the programs that were built together with these tests.
enum Programs {
  /// The path of one of them; an absolute path is returned as it is.
  static func path(_ name: String) throws -> String {
    if name.hasPrefix("/") { return name }
    for folder in folders {
      let path = folder + "/" + name
      if access(path, X_OK) == 0 { return path }
    }
    throw Missing(name: name, folders: folders)
  }

  private static var folders: [String] {
    let named = ProcessInfo.processInfo.environment["COATCHECK_BIN"]
    let besideTests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    return [named, besideTests, package.dropFirst() + "/.build/debug"].compactMap { $0 }
  }

  /// The folders of programs written by others: those that `scripts/setup` has made, and those of the machine.
  static var foreign: String {
    let made = [
      ".build/debian/kubernetes-client/usr/bin", ".build/debian/docker-registry/usr/bin",
      ".build/peers/bin",
    ].map {
      ForeignPython.root.appending(path: $0).path()
    }
    let machine = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (made + [machine]).joined(separator: ":")
  }

  struct Missing: Error {
    let name: String
    let folders: [String]
  }
}
