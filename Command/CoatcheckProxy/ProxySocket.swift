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
    let connection = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(unixDomainSocketPath: path).get()
    guard connection == nil else {
      try? await connection?.close()
      throw CommandFailure(
        .usage, "another proxy listens on \(path)", hint: "give it another --socket")
    }
    unlink(path)
  }
}
