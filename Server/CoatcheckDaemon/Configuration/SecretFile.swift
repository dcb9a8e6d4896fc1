// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Why a file with a secret gives none.
struct SecretFileError: Error, Sendable {
  /// What is wrong with the file, without anything of its content.
  let reason: String
}

/// A file that holds one secret and nothing else.
enum SecretFile {
  /// The text in it, without white space around it.
  ///
  /// - Throws: ``SecretFileError`` when it cannot be read, can be read by others, or is empty.
  static func text(at path: String) throws(SecretFileError) -> String {
    var status = stat()
    guard stat(path, &status) == 0, let data = FileManager.default.contents(atPath: path),
      data.count <= 1 << 20, let text = String(validating: data, as: UTF8.self)
    else { throw SecretFileError(reason: "names a file that cannot be read") }
    guard status.st_mode & 0o077 == 0 else {
      throw SecretFileError(
        reason: "names a file that others can read: chmod 600 it, and consider its content known")
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw SecretFileError(reason: "names an empty file") }
    return trimmed
  }
}
