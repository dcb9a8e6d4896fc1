// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A plain file that is sent as the body of a request, as it was when it was opened.
final class BodyFile: Sendable {
  /// The state of a file, by which a change or a replacement of the file is detected.
  struct State: Sendable, Hashable {
    let length: Int64
    fileprivate let changed: [Int]
    fileprivate let place: [UInt64]
  }

  let state: State
  private let path: String
  private let file: OpenFile

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - expected: Its state before; nil if it is not known.
  /// - Throws: `misused` naming `body` when the file does not exist, cannot be read, is not a
  ///   regular file, or is not as it was before.
  init(_ path: String, expecting expected: State? = nil) throws(OAuthError) {
    // Opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unusable(path, String(cString: strerror(errno))) }
    file = OpenFile(descriptor: descriptor)
    self.path = path
    guard let status = file.status(), status.st_mode & S_IFMT == S_IFREG else {
      throw Self.unusable(path, "It is not a regular file")
    }
    state = status.state
    guard expected == nil || expected == state else { throw hasChanged }
  }

  /// The bytes at a position; nil at the end.
  ///
  /// - Throws: `misused` naming `body` when the file is not as it was when it was opened. The last
  ///   bytes are returned only if it is, so that no request with a mixture of two files is ever
  ///   complete.
  func chunk(at position: Int64) throws(OAuthError) -> Data? {
    let count = Int(min(Int64(RequestBody.chunkLength), state.length - position))
    guard count > 0 else { return nil }
    var data = Data(count: count)
    var filled = 0
    while filled < count {
      let read = data.withUnsafeMutableBytes { bytes in
        pread(
          file.descriptor, bytes.baseAddress.map { $0 + filled }, count - filled,
          off_t(position) + off_t(filled))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw Self.unusable(path, String(cString: strerror(errno))) }
      guard read > 0 else { throw hasChanged }
      filled += read
    }
    if position + Int64(count) == state.length {
      guard let status = file.status(), status.state == state else { throw hasChanged }
    }
    return data
  }

  private var hasChanged: OAuthError {
    .misused("body", "The file \(path) has changed while it was sent.")
  }

  private static func unusable(_ path: String, _ why: String) -> OAuthError {
    .misused("body", "The file \(path) cannot be sent: \(why).")
  }
}

extension stat {
  fileprivate var state: BodyFile.State {
    BodyFile.State(
      length: Int64(st_size), changed: changed,
      place: [UInt64(truncatingIfNeeded: st_dev), UInt64(st_ino)])
  }

  /// When the file's content was last changed, in seconds and nanoseconds.
  private var changed: [Int] {
    #if canImport(Darwin)
      [st_mtimespec.tv_sec, st_mtimespec.tv_nsec]
    #else
      [st_mtim.tv_sec, st_mtim.tv_nsec]
    #endif
  }
}
