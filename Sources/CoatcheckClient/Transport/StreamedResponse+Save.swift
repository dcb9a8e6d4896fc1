// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension StreamedResponse {
  /// Saves the body as a file: whole, or not at all.
  ///
  /// It is written into a file beside the target, which takes the place of the target when all of it is on
  /// the disk; a file that was there before is there until then. The permissions of the file are those that
  /// the umask of the process gives to any new file, since a download is not a secret. A symbolic link is
  /// replaced and not followed.
  ///
  /// The status is not checked: a caller that must not save an error page checks it first.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - progress: Is called with the number of bytes that were received, and the number of all bytes where
  ///     it is known; nil for no reports.
  /// - Returns: The length of the file in bytes.
  /// - Throws: `misused` naming `path` when no file can be made there: nothing of the body was read.
  ///   `unreachable` with `fileFailed` when the disk cannot take it. Else what reading the body throws. No
  ///   incomplete file stays.
  @discardableResult
  public func save(
    to path: String,
    progress: (@Sendable (_ received: Int64, _ total: Int64?) -> Void)? = nil
  ) async throws(OAuthError) -> Int64 {
    let file = try await BlockingWork.run { () throws(OAuthError) in try PartFile(for: path) }
    do throws(OAuthError) {
      var count: Int64 = 0
      var chunks = body.makeAsyncIterator()
      while let chunk = try await chunks.next() {
        try await BlockingWork.run { () throws(OAuthError) in try file.write(chunk) }
        count += Int64(chunk.count)
        progress?(count, length)
      }
      try await BlockingWork.run { () throws(OAuthError) in try file.commit() }
      return count
    } catch {
      await file.discard()
      throw error
    }
  }
}
