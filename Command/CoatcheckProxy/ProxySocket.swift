// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation
import NIOCore
import NIOPosix

/// Where a proxy has its Unix socket.
package enum ProxySocket {
  /// The path, in a folder that exists.
  ///
  /// - Parameters:
  ///   - given: The path on the command line.
  ///   - authority: The host of the API, which names the socket unless there is one.
  /// - Throws: `storeFailed` when the folder for sockets is another user's.
  package static func path(_ given: String?, for authority: String) throws -> String {
    if let given { return URL(filePath: given).path }
    let folder = RuntimeFolder.path("proxies")
    _ = try PrivateFolder.create(folder)
    // A colon before the port would end the path in some programs' arguments.
    return "\(folder)/\(authority.replacing(":", with: "_")).sock"
  }

  /// Removes a socket that a process which was killed has left.
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
      // It listens, and has no time for us.
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

  /// Which file is at a path; nil where nothing is.
  package static func number(at path: String) -> UInt64? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Removes a socket, unless another one has taken its place.
  package static func remove(_ path: String, number: UInt64?) {
    if self.number(at: path) == number { unlink(path) }
  }
}
