// SPDX-License-Identifier: Apache-2.0

/// The folders of files.
enum Folders {
  /// The folder of a file, as a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
