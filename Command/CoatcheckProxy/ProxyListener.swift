// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
package import CoatcheckOAuth
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The listening socket of a proxy: accepts connections of the user's programs.
package struct ProxyListener: Sendable {
  private typealias Bound = NIOAsyncChannel<ProxyConnection, Never>

  private let bound: Bound

  /// The port that it listens on; nil for a Unix socket.
  package var port: Int? { bound.channel.localAddress?.port }

  /// Listens on a Unix socket that only this user can connect to. A socket that a killed proxy has left is
  /// replaced.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the socket.
  ///   - environment: The clock for the wait while another proxy begins to listen.
  /// - Throws: `CommandFailure` with `ExitStatus.usage` when the path has another file or a process listens
  ///   there, is too long for a socket or cannot be used; `OAuthError` with `storeFailed` when the lock
  ///   cannot be taken, `cancelled` when the task is cancelled meanwhile.
  package static func bind(
    path: String, environment: RuntimeEnvironment
  ) async throws -> ProxyListener {
    try await ProxySocket.alone(at: path, environment) {
      try await ProxySocket.removeLeftover(at: path)
      // The socket is created with its final permissions.
      let mask = umask(0o177)
      defer { umask(mask) }
      return try await bind(to: path) {
        try await $0.bind(unixDomainSocketPath: path, childChannelInitializer: Self.configure)
      }
    }
  }

  /// Listens on a port of 127.0.0.1, to which other users of the machine can connect too.
  ///
  /// - Parameter port: The port; 0 for any free one, which ``port`` returns.
  /// - Throws: `CommandFailure` with `ExitStatus.usage` when the port is in use or not permitted.
  package static func bind(port: Int) async throws -> ProxyListener {
    try await bind(to: "port \(port)") {
      // The connections of the last proxy keep its port for a minute after their end.
      try await $0.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port, childChannelInitializer: Self.configure)
    }
  }

  private static func bind(
    to place: String, _ body: (ServerBootstrap) async throws -> Bound
  ) async throws -> ProxyListener {
    do {
      return try await ProxyListener(
        bound: body(ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)))
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw CommandFailure(.usage, "cannot listen on \(place): \(reason)")
    } catch is SocketAddressError {
      throw CommandFailure(.usage, "the path \(place) is too long for a socket")
    }
  }

  private static func configure(_ channel: any Channel) -> EventLoopFuture<ProxyConnection> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      // The encoder does not know the method, and would frame the response to a HEAD as one with a body.
      var encoder = HTTPResponseEncoder.Configuration()
      encoder.automaticallySetFramingHeaders = false
      try pipeline.configureHTTPServerPipeline(withEncoderConfiguration: encoder)
      try pipeline.addHandler(ProxyResponseWriter())
      return try ProxyConnection(
        ProxyConnection.Parts(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }

  /// Accepts connections and responds to their requests until the task is cancelled.
  ///
  /// - Parameter exchange: Responds to each request.
  /// - Throws: An error of the listening socket; it may also throw after a cancellation. An error of one
  ///   connection ends only that connection.
  package func run(_ exchange: ProxyExchange) async throws {
    try await bound.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          group.addTask { await connection.serve(exchange) }
        }
        group.cancelAll()
      }
    }
  }
}
