// SPDX-License-Identifier: Apache-2.0

package import CoatcheckClient
import CoatcheckOAuth

extension SmallFile {
  /// The bytes of a file that a command obeys; nil when there is no file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - purpose: What it is for.
  ///   - status: How the command ends when the file cannot be used.
  /// - Throws: A failure that names the file, and what is wrong with it.
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
