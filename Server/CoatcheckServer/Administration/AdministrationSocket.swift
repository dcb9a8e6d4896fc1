// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import HTTPTypes
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Serves administration requests on a Unix socket, for the operator of the machine.
///
/// Only the owner can open the file of the socket. In addition, the kernel reports the user ID of each
/// peer: only the user of the server and root are served.
package struct AdministrationSocket: Sendable {
  /// The maximum length of the path, in bytes, which the socket address limits.
  package static let longestPath = 107

  private let path: String
  private let logger: Logger

  /// Creates the object; nothing is bound before ``run(respond:)``.
  package init(path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// Serves until the task is cancelled, and removes the file.
  ///
  /// - Parameter respond: Responds to a request; `uid` is the user ID of the peer.
  /// - Throws: ``SocketError`` when another server has the socket, or it cannot be bound.
  package func run(
    respond: @escaping @Sendable (ServedRequest, _ uid: UInt32) async -> ServedResponse
  ) async throws {
    guard path.utf8.count <= Self.longestPath else {
      throw SocketError(path: path, reason: "the path is longer than a socket's may be")
    }
    guard !Self.answers(path) else {
      throw SocketError(path: path, reason: "another server has it")
    }
    var quiet = logger
    // The framework logs a cancellation as an error. Errors that prevent serving are thrown.
    quiet.logLevel = .critical
    let failure = Mutex<Bool>(false)
    var limits = HTTPLimits()
    // Large enough for an account with all its claims.
    limits.body = 1 << 20
    let server = AcceptedConnections(
      limits: limits, addresses: .ofConnections, now: RuntimeEnvironment.live.now
    ) { request, channel in
      // Only the user of the server and root.
      guard let uid = try? await Self.peer(of: channel), uid == 0 || uid == geteuid() else {
        return .whole(
          ServedResponse(
            head: HTTPResponse(status: .forbidden, headerFields: [.connection: "close"])))
      }
      return .whole(await respond(request, uid))
    }.server(
      configuration: ServerConfiguration(address: .unixDomainSocket(path: path)),
      onServerRunning: { [path] channel in
        guard chmod(path, 0o600) != 0 else { return }
        failure.withLock { $0 = true }
        try? await channel.close()
      },
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: quiet)
    defer { unlink(path) }
    do {
      try await ServiceGroup(
        configuration: ServiceGroupConfiguration(services: [server], logger: quiet)
      ).run()
    } catch let error as IOError {
      throw SocketError(path: path, reason: String(cString: strerror(error.errnoCode)))
    }
    if failure.withLock({ $0 }) {
      throw SocketError(path: path, reason: "its rights cannot be set")
    }
  }

  /// The effective user ID of the peer process at the time when it connected.
  private static func peer(of channel: any Channel) async throws -> UInt32? {
    guard let options = channel as? any SocketOptionProvider else { return nil }
    let peer: PeerCredentials = try await options.unsafeGetSocketOption(
      level: SocketOptionLevel(SOL_SOCKET), name: SocketOptionName(SO_PEERCRED)
    ).get()
    return peer.uid
  }

  /// Whether a server already accepts connections at the path.
  private static func answers(_ path: String) -> Bool {
    guard let connected = try? UnixConnection(path: path) else { return false }
    connected.close()
    return true
  }
}

/// The error for a socket that cannot be served.
package struct SocketError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  package var description: String { "cannot listen on \(path): \(reason)" }
}

/// `struct ucred` of Linux, which the headers declare only with `_GNU_SOURCE`.
private struct PeerCredentials: Sendable {
  var pid: Int32
  var uid: UInt32
  var gid: UInt32
}
