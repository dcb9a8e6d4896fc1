// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A temporary file in the folder of its target, which it replaces when it is complete.
final class PartFile: Sendable {
  private static let next = Atomic(0)

  private let target: String
  private let folder: String
  private let part: String
  private let file: OpenFile

  /// Makes the file.
  ///
  /// - Throws: `misused` naming `path` when there is something else than a plain file or a symbolic link
  ///   in its place, or the folder cannot be written.
  init(for path: String) throws(OAuthError) {
    let slash = path.lastIndex(of: "/")
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard !name.isEmpty, !path.utf8.contains(0) else {
      throw .misused("path", "The path names no file.")
    }
    target = path
    var status = stat()
    if lstat(path, &status) == 0 {
      // A device or a pipe is not replaced by a file.
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFLNK else {
        throw .misused("path", "\(path) is no plain file, so it is not replaced.")
      }
    }
    let prefix = slash.map { String(path[...$0]) } ?? ""
    let start = ".\(name.prefix(40)).\(getpid())"
    while true {
      let number = Self.next.add(1, ordering: .relaxed).newValue
      let part = "\(prefix)\(start)-\(number).part"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(part, flags, 0o666)
      if descriptor >= 0 {
        file = OpenFile(descriptor: descriptor)
        self.part = part
        return
      }
      guard errno == EEXIST else {
        let why = String(cString: strerror(errno))
        throw .misused("path", "No file can be made in \(folder): \(why).")
      }
    }
  }

  func write(_ data: Data) throws(OAuthError) {
    var position = 0
    while position < data.count {
      let count = data.withUnsafeBytes { bytes in
        platformWrite(
          file.descriptor, bytes.baseAddress.map { $0 + position }, data.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failed("cannot be written") }
      position += count
    }
  }

  /// Replaces the target with the file, durably.
  func commit() throws(OAuthError) {
    guard fsync(file.descriptor) == 0 else { throw failed("cannot be written") }
    guard rename(part, target) == 0 else { throw failed("cannot be put in its place") }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(OpenFile(descriptor: descriptor).descriptor)
  }

  /// Removes the file.
  func discard() async {
    try? await BlockingWork.run { () throws(OAuthError) in _ = unlink(self.part) }
  }

  private func failed(_ what: String) -> OAuthError {
    .unreachable(.fileFailed, "\(target) \(what): \(String(cString: strerror(errno))).")
  }
}

private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
