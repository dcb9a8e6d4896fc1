// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation
import Synchronization

/// A file with an access token that only this user can read, in a folder that does not survive the user's session.
final class TokenFile: Sendable {
  private let folder = RuntimeFolder.path("tokens")
  private let name = String(getpid())
  private let content = Mutex<String?>(nil)

  /// The path of the file.
  var path: String { "\(folder)/\(name)" }

  /// Writes the file, and removes the files of commands that were killed.
  ///
  /// - Throws: `storeFailed` when the folder is another user's, or the file cannot be written.
  init(_ token: Secret) throws {
    try write(token)
    try removeLeftovers()
  }

  /// Replaces the token atomically: a reader gets the old one or the new one.
  ///
  /// - Throws: As ``init(_:)``.
  func write(_ token: Secret) throws {
    let text = token.reveal()
    guard content.withLock({ $0 }) != text else { return }
    try PrivateFolder.create(folder).replace(name, with: Array(text.utf8))
    content.withLock { $0 = text }
  }

  /// Removes it.
  func remove() { try? PrivateFolder.open(folder)?.remove(name) }

  private func removeLeftovers() throws {
    let folder = try PrivateFolder.create(folder)
    for name in try folder.names(endingIn: "") {
      guard let process = pid_t(name.prefix { $0 != "." }) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { try folder.remove(name) }
    }
  }
}
