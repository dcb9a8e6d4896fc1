// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation
import NIOCore
import NIOPosix

/// The file of a proxy's Unix socket.
package enum ProxySocket {
  /// The absolute path of the socket. The folder for sockets is created if it is used and does not exist.
  ///
  /// - Parameters:
  ///   - given: The path on the command line, absolute or relative to the current folder; nil for a socket
  ///     in the user's runtime folder.
  ///   - authority: The host of the API, with its port if it has one: the name of the socket without
  ///     `given`.
  /// - Throws: `OAuthError` with `storeFailed` when the folder for sockets belongs to another user or
  ///   cannot be created.
  package static func path(_ given: String?, for authority: String) throws -> String {
    if let given { return URL(filePath: given).path }
    let folder = RuntimeFolder.path("proxies")
    _ = try PrivateFolder.create(folder)
    // Some programs read a colon in an argument as the end of the path.
    return "\(folder)/\(authority.replacing(":", with: "_")).sock"
  }

  /// Removes the socket file that a killed proxy has left.
  ///
  /// - Throws: A failure where something else is there, or a process listens.
  static func removeLeftover(at path: String) async throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      throw CommandFailure(.usage, "\(path) is there already, and is no socket of yours")
    }
    do {
      let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(unixDomainSocketPath: path).get()
      try? await connection.close()
    } catch let error as IOError where error.errnoCode == ECONNREFUSED {
      unlink(path)
      return
    } catch {
      // Any other error: a process listens, and does not accept the connection.
    }
    throw CommandFailure(
      .usage, "another proxy listens on \(path)", hint: "give it another --socket")
  }

  /// Runs `body` while no other proxy begins to listen at a path.
  static func alone<Value: Sendable>(
    at path: String, _ environment: RuntimeEnvironment,
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await LockFolder(path: RuntimeFolder.path("proxies"), environment: environment)
      .withLock(.record(Fingerprint.hex(of: Array(path.utf8))), body)
  }

  /// The inode number of the file at a path; nil if there is no file.
  ///
  /// - Parameter path: The path of the socket. A symbolic link is not followed.
  package static func number(at path: String) -> UInt64? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Removes a socket, unless the path has another file by now. Errors are ignored.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - number: The result of ``number(at:)`` after the socket was created.
  package static func remove(_ path: String, number: UInt64?) {
    if self.number(at: path) == number { unlink(path) }
  }
}
