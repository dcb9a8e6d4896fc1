// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth

/// The secret of a proxy on a port, in a file that only this user can read.
struct SecretFile {
  private static let folder = RuntimeFolder.path("proxies")
  private let name: String

  /// The path of the file.
  var path: String { "\(Self.folder)/\(name)" }

  /// Writes it.
  ///
  /// - Throws: `storeFailed` when the folder is another user's, or the file cannot be written.
  init(_ secret: String, named name: String) throws(OAuthError) {
    self.name = name
    try PrivateFolder.create(Self.folder).replace(name, with: Array(secret.utf8))
  }

  /// Removes it.
  func remove() { try? PrivateFolder.open(Self.folder)?.remove(name) }
}
