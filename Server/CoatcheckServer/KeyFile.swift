// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckJOSE
public import CoatcheckOAuth
import Foundation

/// The master key in a file of its own beside the database: 43 characters of base64url, mode 0600.
///
/// It is made once, when there is neither file nor database. A database whose key file is missing
/// or wrong is never given a new one: what it seals would be lost.
public struct KeyFile: Sendable {
  /// The path of the file.
  public let path: String

  /// Why a key file gives no key. Nothing was written or replaced.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// Something is sealed, and the file that opens it is not there.
    case missing(String)
    /// The file does not hold a key, or cannot be read or made.
    case unreadable(String, String)
    /// Others may read the file.
    case loose(String)

    /// A sentence for the operator.
    public var description: String {
      switch self {
      case .missing(let path):
        "the database holds sealed keys, but their key file \(path) is missing: restore it"
      case .unreadable(let path, let reason): "the key file \(path) cannot be used: \(reason)"
      case .loose(let path):
        "the key file \(path) can be read by others: chmod 600 it, and consider its key known"
      }
    }
  }

  /// Whether a store already holds something sealed.
  public enum Sealed: Sendable { case nothing, something }

  /// Names a key file; nothing is read yet.
  ///
  /// - Parameter path: The path of the file. It need not exist.
  public init(path: String) { self.path = path }

  /// Reads the key. When there is no file and nothing is sealed yet, a new key is created first.
  ///
  /// - Parameters:
  ///   - sealed: Whether the store holds something that only the old key opens. Then no key is created.
  ///   - environment: The source of random bytes for a new key.
  /// - Throws: ``KeyFile/Problem/missing(_:)`` when there is no file but something is sealed;
  ///   ``KeyFile/Problem/loose(_:)`` when other users of the machine may read the file;
  ///   ``KeyFile/Problem/unreadable(_:_:)`` when it holds no key, or cannot be created; an error of the
  ///   file system when writing a new file fails. A file that exists is never changed.
  public func load(sealed: Sealed, environment: RuntimeEnvironment) throws
    -> MasterKey
  {
    if FileManager.default.fileExists(atPath: path) { return try read() }
    guard sealed == .nothing else { throw Problem.missing(path) }
    let bytes = environment.random(MasterKey.byteCount)
    try write(Base64URL.encode(bytes) + "\n", beside: environment.token(bytes: 9))
    // The own key, or that of another process that was faster.
    return try read()
  }

  private func read() throws -> MasterKey {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Problem.unreadable(path, "it is not a plain file")
    }
    guard status.st_mode & 0o077 == 0 else { throw Problem.loose(path) }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let bytes = try? Base64URL.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)),
      let key = MasterKey(bytes: bytes)
    else { throw Problem.unreadable(path, "it does not hold a 256-bit key in base64url") }
    return key
  }

  /// Creates the file atomically: a partial file never exists under its name.
  private func write(_ text: String, beside name: String) throws {
    let draft = "\(path).\(name)"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Problem.unreadable(path, String(cString: strerror(errno)))
    }
    defer { unlink(draft) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.synchronize()
    try handle.close()
    // `link`, not `rename`: an existing file is never replaced.
    guard link(draft, path) == 0 || errno == EEXIST else {
      throw Problem.unreadable(path, String(cString: strerror(errno)))
    }
  }
}
