// SPDX-License-Identifier: Apache-2.0

package import CoatcheckClient
import CoatcheckOAuth

extension SmallFile {
  /// Reads a configuration file of a command; nil if there is no file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - purpose: What the file is for, which decides the permissions that it must have.
  ///   - status: The exit status when the file cannot be used.
  /// - Throws: A failure with `status` that names the file and the reason: it cannot be read, is not a
  ///   regular file, has the wrong permissions or has more than 64 KiB.
  package static func read(
    _ path: String, as purpose: Purpose, orExit status: ExitStatus
  ) throws(CommandFailure) -> [UInt8]? {
    do throws(OAuthError) {
      return try read(path, as: purpose, failure: { .unreachable(.storeFailed, $0) })
    } catch {
      throw CommandFailure(status, error.reason)
    }
  }
}
