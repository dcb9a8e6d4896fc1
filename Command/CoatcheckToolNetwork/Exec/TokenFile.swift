// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation
import Synchronization

/// A file with an access token that only this user can read, in a folder that does not survive the user's session.
final class TokenFile: Sendable {
  /// Where it is.
  let path: String
  private let content = Mutex<String?>(nil)

  /// Makes it.
  ///
  /// - Throws: A failure that names the folder.
  init(_ token: Secret) throws {
    let folder = RuntimeFolder.path("tokens")
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // A folder of /tmp may have been made by another user before.
      let attributes = try manager.attributesOfItem(atPath: folder)
      let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
      guard owner == geteuid(), attributes[.type] as? FileAttributeType == .typeDirectory else {
        throw CommandFailure(.storage, "\(folder) belongs to another user")
      }
      try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.storage, "cannot make the folder \(folder)")
    }
    path = "\(folder)/\(getpid())"
    Self.removeLeftovers(in: folder)
    try write(token)
  }

  /// Puts another token into it, at once: who reads it finds the old one or the new one.
  func write(_ token: Secret) throws {
    let text = token.reveal()
    guard content.withLock({ $0 }) != text else { return }
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard close(descriptor) == 0, count == bytes.count, rename(new, path) == 0 else {
      throw failure()
    }
    content.withLock { $0 = text }
  }

  /// Removes it.
  func remove() { unlink(path) }

  private func failure() -> CommandFailure {
    CommandFailure(.storage, "cannot write \(path): \(String(cString: strerror(errno)))")
  }

  /// Those of commands that were killed.
  private static func removeLeftovers(in folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let process = pid_t(name.prefix { $0 != "." }) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }
}
